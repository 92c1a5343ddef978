import * as z from 'zod/mini'
import { bookSummarySchema } from '#catalogue/book/book.schema.ts'
import { owedLoanSchema } from './shared/owed-loan.schema.ts'

export const ofBorrowerInputSchema = z.strictObject({ borrowerId: z.uuid() })

const lentBookSchema = z.object({
  /** Id of the loan. */
  id: z.uuid(),
  copy: z.object({ id: z.uuid(), number: z.string() }),
  dueOn: z.string(),
  daysLate: z.int(),
  book: bookSummarySchema,
})
export type LentBook = z.infer<typeof lentBookSchema>

const heldBookSchema = z.object({
  /** Id of the hold. */
  id: z.uuid(),
  /** How many wait, up to the borrower: 1 for the next. */
  place: z.int(),
  /** The last day on which it can be fetched; null while they wait. */
  readyUntil: z.nullable(z.string()),
  /** The first day on which a copy that is on loan is due; null where none is, or all are late. */
  backOn: z.nullable(z.string()),
  book: bookSummarySchema,
})
export type HeldBook = z.infer<typeof heldBookSchema>

/** What a borrower owes, has and waits for. */
export const borrowerLendingSchema = z.object({
  /** How many books the group may have at a time. */
  booksAtATime: z.int(),
  owed: z.array(owedLoanSchema),
  /** The open loans, those first that are due first. */
  loans: z.array(lentBookSchema),
  /** The holds: what can be fetched first. */
  holds: z.array(heldBookSchema),
})
export type BorrowerLending = z.infer<typeof borrowerLendingSchema>
