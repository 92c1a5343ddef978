import * as z from 'zod/mini'
import { trashFields, trashIdsSchema } from '#features/trash/shared/trash.schema.ts'
import { pageSchema } from '#lib/list/page-input.ts'
import { borrowerSchema } from '../borrower.schema.ts'

/** A borrower in the trash. */
const deletedBorrowerSchema = z.object({
  ...z.omit(borrowerSchema, { openLoans: true, owes: true }).shape,
  ...trashFields,
})
export type DeletedBorrower = z.infer<typeof deletedBorrowerSchema>

export const borrowerTrashPageSchema = pageSchema(deletedBorrowerSchema)

/** Null for a borrower who is not in the trash. */
export const deletedBorrowerOrNullSchema = z.nullable(deletedBorrowerSchema)

/** `isRenumbered`: with a new card, and without a school number and an account that somebody else has by now. */
export const borrowerRestorationSchema = z.extend(trashIdsSchema, { isRenumbered: z._default(z.boolean(), false) })
