import * as z from 'zod/mini'
import { bookSummarySchema } from '#catalogue/book/book.schema.ts'
import { owedLoanSchema } from '../shared/owed-loan.schema.ts'

/** Whether a reader may renew a loan now; `early`: it would not be due later than it is; `blocked`, or the card has expired. */
const renewalSchema = z.enum(['possible', 'early', 'used', 'reserved', 'blocked'])

const ownLoanSchema = z.object({
  id: z.uuid(),
  /** Number of the copy. */
  number: z.string(),
  dueOn: z.string(),
  isLate: z.boolean(),
  renewal: renewalSchema,
})
export type OwnLoan = z.infer<typeof ownLoanSchema>

const ownHoldSchema = z.object({
  id: z.uuid(),
  /** How many wait, up to the reader: 1 for the next. */
  place: z.int(),
  /** The last day on which it can be fetched; null while they wait. */
  readyUntil: z.nullable(z.string()),
})
export type OwnHold = z.infer<typeof ownHoldSchema>

/** Whether a reader may reserve a book; `blocked`, or the card has expired; `limit`: as many as may be; `none`: no need, or no use. */
const reservingSchema = z.enum(['possible', 'blocked', 'limit', 'none'])

/** What a reader sees of the copies of a book, and of their own loans and reservation. Never who has one. */
export const bookLendingSchema = z.object({
  /** Copies that are, or will be again, in the library. */
  total: z.int(),
  /** Copies that can be taken from the shelf. */
  free: z.int(),
  /** Where the free copies stand, or, if none is free, all copies. */
  places: z.array(z.string()),
  isOnLoan: z.boolean(),
  /** The first day on which a copy on loan is due; null where all of them are late. */
  backOn: z.nullable(z.string()),
  isAside: z.boolean(),
  /** How many readers have reserved the book and wait. */
  waiting: z.int(),
  /** The reader's own loans and reservation; null without a linked borrower. */
  own: z.nullable(
    z.object({
      loans: z.array(ownLoanSchema),
      hold: z.nullable(ownHoldSchema),
      reserving: reservingSchema,
    }),
  ),
})
export type LendingOfBook = z.infer<typeof bookLendingSchema>

const book = bookSummarySchema

/** What is owed, the open loans, those first that are due first, and the reservations; null without a linked borrower. */
export const ownLoansSchema = z.nullable(
  z.object({
    owed: z.array(owedLoanSchema),
    loans: z.array(z.extend(ownLoanSchema, { book })),
    holds: z.array(z.extend(ownHoldSchema, { book })),
  }),
)
export type OwnLoans = NonNullable<z.infer<typeof ownLoansSchema>>

export const ofBookInputSchema = z.strictObject({ bookId: z.uuid() })
export const ownLoanInputSchema = z.strictObject({ loanId: z.uuid() })
export const ownHoldInputSchema = z.strictObject({ holdId: z.uuid() })
