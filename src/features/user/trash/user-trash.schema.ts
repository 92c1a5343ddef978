import * as z from 'zod/mini'
import { restoredSchema, trashFields } from '#features/trash/shared/trash.schema.ts'
import { pageSchema } from '#lib/list/page-input.ts'
import { notifiedSchema, userSchema } from '../user.schema.ts'

/** A user in the trash. */
const deletedUserSchema = z.object({ ...userSchema.shape, ...trashFields })
export type DeletedUser = z.infer<typeof deletedUserSchema>

export const userTrashPageSchema = pageSchema(deletedUserSchema)
/** Null for a user who is not in the trash. */
export const deletedUserOrNullSchema = z.nullable(deletedUserSchema)

/** `isTold`: whether all who were restored were told by mail; null when nobody was restored. */
export const restoredUsersSchema = z.extend(restoredSchema, notifiedSchema.shape)
