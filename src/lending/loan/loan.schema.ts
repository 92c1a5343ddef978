import * as z from 'zod/mini'
import { pageInput } from '#base/lib/list/page-input.ts'
import { listSchema, pathId } from '#base/lib/list/row-schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { owesSchema, settledAsSchema } from './shared/lost-loan.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7c11-8c2d-9e0f1a2b3c4d'
const EXAMPLE_DAY = '2026-12-09'
const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

const bookFields = {
  bookId: withDescription(z.nullable(z.uuid()), 'Id of the book; null where it is deleted.', EXAMPLE_ID),
  title: withDescription(z.nullable(z.string()), 'Title of the book.', 'Nedjma'),
}
const borrowerFields = {
  borrowerId: withDescription(
    z.nullable(z.uuid()),
    'Id of the borrower; null where the loan has forgotten who it was, or where a class has the copy as a whole.',
    EXAMPLE_ID,
  ),
  borrower: withDescription(z.nullable(z.string()), 'Name of the borrower.', 'Baraka Otieno'),
  group: withDescription(z.nullable(z.string()), 'Name of the group of the borrower.', '6B'),
}

/** A loan as it is read. */
export const loanSchema = withSchemaName(
  'Loan',
  'A loan of a copy.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the loan.', EXAMPLE_ID),
    copyId: withDescription(z.uuid(), 'Id of the copy.', EXAMPLE_ID),
    number: withDescription(z.nullable(z.string()), 'Number of the copy.', '10003118'),
    ...bookFields,
    ...borrowerFields,
    lentAt: withDescription(z.date(), 'When it was lent.', EXAMPLE_TIME),
    dueOn: withDescription(z.string(), 'The day on which it is due.', EXAMPLE_DAY),
    returnedAt: withDescription(z.nullable(z.date()), 'When it came back; null while it did not.', EXAMPLE_TIME),
    lostAt: withDescription(
      z.nullable(z.date()),
      'When it ended without a return, since the copy was said to be lost; null where it did not.',
      EXAMPLE_TIME,
    ),
    settledAs: withDescription(
      z.nullable(settledAsSchema),
      'How a lost one was settled: the copy is `back`, was `replaced` or `paid`, or is `waived`; null while it is owed.',
      'replaced',
    ),
    renewals: withDescription(z.int(), 'How often it was renewed.', 0),
    setId: withDescription(
      z.nullable(z.uuid()),
      'Id that the loans of a class set share; null for a copy that was lent on its own.',
      null,
    ),
    daysLate: withDescription(z.int(), 'Days that it is, or was, late where the library is; 0 in time.', 0),
  }),
)

export const loanIdSchema = pathId('loan', EXAMPLE_ID)

/** A copy on loan is lost. */
export const loanLossSchema = withSchemaName(
  'LoanLossInput',
  'Who owes a copy on loan that is lost.',
  z.strictObject({ ...loanIdSchema.shape, owes: owesSchema }),
)

/** What is owed is settled. */
export const loanSettlementSchema = withSchemaName(
  'LoanSettlementInput',
  'How what is owed for a lost copy is settled.',
  z.strictObject({
    ...loanIdSchema.shape,
    as: withDescription(settledAsSchema, 'The copy is `back`, was `replaced` or `paid`, or is `waived`.', 'replaced'),
  }),
)

export const loanListInputSchema = z.strictObject({
  bookId: z.optional(withDescription(z.uuid(), 'Only loans of this book.', EXAMPLE_ID)),
  copyId: z.optional(withDescription(z.uuid(), 'Only loans of this copy.', EXAMPLE_ID)),
  borrowerId: z.optional(withDescription(z.uuid(), 'Only loans to this borrower.', EXAMPLE_ID)),
  state: withDescription(
    z._default(z.enum(['open', 'overdue', 'owed', 'returned', 'all']), 'open'),
    'Only open loans, those that are late, those of lost copies that are owed, those that are returned or settled, or all.',
    'open',
  ),
  ...pageInput,
})

export const loanListSchema = listSchema('LoanList', 'loans', loanSchema)

/** A hold as it is read. */
export const holdSchema = withSchemaName(
  'Hold',
  'A borrower who waits for a book.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the hold.', EXAMPLE_ID),
    ...bookFields,
    ...borrowerFields,
    placedAt: withDescription(z.date(), 'When it was placed: first come, first served.', EXAMPLE_TIME),
    copyId: withDescription(
      z.nullable(z.uuid()),
      'Id of the copy that is put aside; null while they wait.',
      EXAMPLE_ID,
    ),
    readyUntil: withDescription(z.nullable(z.string()), 'The last day on which it can be fetched.', EXAMPLE_DAY),
  }),
)

export type Hold = z.infer<typeof holdSchema>

export const holdListInputSchema = z.strictObject({
  bookId: z.optional(withDescription(z.uuid(), 'Only holds on this book.', EXAMPLE_ID)),
  borrowerId: z.optional(withDescription(z.uuid(), 'Only holds of this borrower.', EXAMPLE_ID)),
})
export const holdListSchema = withSchemaName(
  'HoldList',
  'Holds in the order in which they were placed, a thousand at most.',
  z.object({ items: withDescription(z.array(holdSchema), 'The holds.') }),
)
export const holdInputSchema = withSchemaName(
  'HoldInput',
  'Who waits for what.',
  z.strictObject({
    bookId: withDescription(z.uuid(), 'Id of the book.', EXAMPLE_ID),
    borrowerId: withDescription(z.uuid(), 'Id of the borrower.', EXAMPLE_ID),
  }),
)
export const holdIdSchema = pathId('hold', EXAMPLE_ID)
