import * as z from 'zod/mini'
import { trashFields, trashIdsSchema } from '#kit/trash/shared/trash.schema.ts'
import { borrowerSchema } from '../borrower.schema.ts'

/** A borrower in the trash. */
export const deletedBorrowerSchema = z.object({
  ...z.omit(borrowerSchema, { openLoans: true, owes: true }).shape,
  /** The name of whom they were merged with; null where they were not, or that one is gone. */
  mergedName: z.nullable(z.string()),
  ...trashFields,
})
export type DeletedBorrower = z.infer<typeof deletedBorrowerSchema>

/** `isRenumbered`: with a new card, and without a school number and an account that somebody else has by now. */
export const borrowerRestorationSchema = z.extend(trashIdsSchema, { isRenumbered: z._default(z.boolean(), false) })
