import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { borrowerInputSchema, borrowersChosenSchema, type BorrowerInput } from '#lending/borrower/borrower.schema.ts'

const VALUES = {
  groupId: true,
  language: true,
  expiresOn: true,
  note: true,
  blockedNote: true,
  cardPrintedOn: true,
} as const
/** What can be set for many borrowers: what more than one can have. An empty `blockedNote` lifts the block. */
const valuesSchema = changesOf(z.pick(borrowerInputSchema, VALUES)).check(
  z.refine((values) => Object.keys(values).length > 0, { error: problemKey('validation_required') }),
)
export type BorrowerValues = Partial<Pick<BorrowerInput, keyof typeof VALUES>>

/** What is done to many borrowers: values are set, or they are moved to the trash. */
export const borrowerBulkInputSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), borrowers: borrowersChosenSchema, values: valuesSchema }),
  z.strictObject({ kind: z.literal('delete'), borrowers: borrowersChosenSchema }),
])
export type BorrowerBulkInput = z.input<typeof borrowerBulkInputSchema>
