import * as z from 'zod/mini'
import { restoredSchema, trashFields } from '#kit/trash/shared/trash.schema.ts'
import { notifiedSchema, userSchema } from '../user.schema.ts'

/** A user in the trash. */
export const deletedUserSchema = z.object({ ...userSchema.shape, ...trashFields })
export type DeletedUser = z.infer<typeof deletedUserSchema>

/** `isTold`: whether all who were restored were told by mail; null when nobody was restored. */
export const restoredUsersSchema = z.extend(restoredSchema, notifiedSchema.shape)
