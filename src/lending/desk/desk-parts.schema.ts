import * as z from 'zod/mini'
import { bookSummarySchema } from '#catalogue/book/book.schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7e22-9c2d-9e0f1a2b3c4d'
const EXAMPLE_DAY = '2026-12-09'
const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

/**
 * What the desk is told. The first twelve stop an act until it is sent again, as a new one, with the code in `accepted`;
 * a notice whose `canGoOn` is false stops it for good.
 */
const NOTICES = [
  // Codes that say why nothing was done.
  'limit',
  'overdue',
  'expired',
  'held',
  'blocked',
  'reference',
  'withdrawn',
  'busy',
  'renewals',
  'hold_waits',
  'on_loan',
  'lost',
  // Codes that are told beside what was done.
  'late',
  'put_aside',
  'found',
  'no_loan',
  'damaged',
  'hold_fulfilled',
  'no_copy',
] as const

export const noticeCodeSchema = z.enum(NOTICES)
export type NoticeCode = z.infer<typeof noticeCodeSchema>

/** A borrower in an answer of the desk. */
export const personSchema = withSchemaName(
  'DeskPerson',
  'A borrower, in a word.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the borrower.', EXAMPLE_ID),
    name: withDescription(z.string(), 'Name of the borrower.', 'Baraka Otieno'),
    card: withDescription(z.string(), 'Number of the library card.', '20004176'),
    group: withDescription(z.nullable(z.string()), 'Name of the class or group.', '6B'),
  }),
)
export type DeskPerson = z.infer<typeof personSchema>

/** A notice in an answer of the desk. */
export const noticeSchema = withSchemaName(
  'DeskNotice',
  'What the desk should know of an act, or why it was not done.',
  z.object({
    code: withDescription(
      noticeCodeSchema,
      'Why nothing was done: `limit` (as many books as the group may have), `overdue` (a book of the borrower is late), `expired` (the card), `held` (put aside for somebody else), `blocked`, `reference`, `withdrawn`, `busy` (lent a moment ago at another desk), `renewals` (as many as the group has), `hold_waits` (somebody waits for the book), and at a self-service corner `on_loan` (to somebody else) and `lost` (marked as such). Told beside: `late`, `put_aside` (for `person`, until `day`), `found` (it was marked lost), `no_loan` (it was not on loan), `damaged`, `hold_fulfilled`, `no_copy` (the book has none).',
      'limit',
    ),
    canGoOn: withDescription(
      z.boolean(),
      'Sent again, as a new act with this code in `accepted`, it is done all the same.',
      true,
    ),
    person: withDescription(z.nullable(personSchema), 'Who it is about, beside the borrower.'),
    count: withDescription(z.nullable(z.int()), 'Days late, books, or renewals.', 5),
    day: withDescription(z.nullable(z.string()), 'The day that it is about.', EXAMPLE_DAY),
    note: withDescription(
      z.nullable(z.string()),
      'What a librarian has written about it; null without `borrower:read`.',
      'Lost two books',
    ),
  }),
)
export type DeskNotice = z.infer<typeof noticeSchema>

/** A book in an answer of the desk. */
export const deskBookSchema = withSchemaName(
  'DeskBook',
  'A book at the desk.',
  z.object({
    ...bookSummarySchema.shape,
    genre: withDescription(bookSummarySchema.shape.genre, 'Its genre; null where it has none.', null),
    title: withDescription(z.string(), 'Title of the book.', 'Nedjma'),
    author: withDescription(z.string(), 'Who wrote it.', 'Kateb Yacine'),
    cover: withDescription(z.nullable(z.string()), 'Name of its picture; null where its cover is drawn.', null),
    publisher: withDescription(z.string(), 'Who published it.', 'Seuil'),
  }),
)

/** A copy in an answer of the desk. */
export const deskCopySchema = withSchemaName(
  'DeskCopy',
  'A copy at the desk.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the copy.', EXAMPLE_ID),
    bookId: withDescription(z.uuid(), 'Id of its book.', EXAMPLE_ID),
    number: withDescription(z.string(), 'What its label says.', '10003118'),
    location: withDescription(z.string(), 'The room or shelf where it stands.', 'Main room'),
    condition: withDescription(
      z.enum(['ok', 'damaged', 'lost', 'withdrawn', 'reference']),
      'Its state; a lost one is `ok` once it was scanned.',
      'ok',
    ),
  }),
)
export type DeskCopy = z.infer<typeof deskCopySchema>

/** A loan in an answer of the desk. */
export const deskLoanSchema = withSchemaName(
  'DeskLoan',
  'A loan at the desk.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the loan.', EXAMPLE_ID),
    lentAt: withDescription(z.date(), 'When it was lent.', EXAMPLE_TIME),
    dueOn: withDescription(z.string(), 'The day on which it is due.', EXAMPLE_DAY),
    returnedAt: withDescription(z.nullable(z.date()), 'When it came back; null while it is on loan.', EXAMPLE_TIME),
    renewals: withDescription(z.int(), 'How often it was renewed.', 0),
    daysLate: withDescription(z.int(), 'Days that it is, or was, late; 0 in time.', 0),
  }),
)
export type DeskLoan = z.infer<typeof deskLoanSchema>

const itsBook = withDescription(deskBookSchema, 'The book.')
const itsCopy = withDescription(deskCopySchema, 'The copy.')

const heldLoanSchema = withSchemaName(
  'DeskBorrowerLoan',
  'An open loan with its book and copy.',
  z.object({ ...deskLoanSchema.shape, book: itsBook, copy: itsCopy }),
)

/** The open borrower in an answer of the desk. */
export const deskBorrowerSchema = withSchemaName(
  'DeskBorrower',
  'A borrower at the desk, with the open loans.',
  z.object({
    ...personSchema.shape,
    note: withDescription(z.string(), 'A note of the library; empty without `borrower:read`.', 'Sister of Neema'),
    blockedNote: withDescription(
      z.nullable(z.string()),
      'Why nothing is lent to them; null if something is, empty without `borrower:read`.',
      null,
    ),
    expiresOn: withDescription(
      z.nullable(z.string()),
      'The last day of the card; null where it has none.',
      '2027-07-31',
    ),
    booksAtATime: withDescription(z.int(), 'How many books the group may have at a time.', 5),
    loans: withDescription(
      z.array(heldLoanSchema),
      'The open loans, the latest first, without those of class sets.',
      [],
    ),
    ready: withDescription(
      z.array(
        z.object({ holdId: z.optional(z.uuid()), book: deskBookSchema, copy: deskCopySchema, readyUntil: z.string() }),
      ),
      'What is put aside for them.',
      [],
    ),
    // Kept answers of the version before are without these three.
    waiting: z._default(
      withDescription(
        z.array(z.object({ holdId: z.uuid(), book: deskBookSchema })),
        'What they wait for, by when it was reserved.',
        [],
      ),
      [],
    ),
    sets: z._default(
      withDescription(
        z.array(
          z.object({
            id: z.uuid(),
            title: z.string(),
            out: z.int(),
            total: z.int(),
            dueOn: z.nullable(z.string()),
          }),
        ),
        'The class sets that they have copies of, which stand beside `booksAtATime`.',
        [],
      ),
      [],
    ),
    owed: z._default(
      withDescription(
        z.array(z.object({ loanId: z.uuid(), book: deskBookSchema, number: z.string() })),
        'The lost copies that they owe.',
        [],
      ),
      [],
    ),
  }),
)
export type DeskBorrower = z.infer<typeof deskBorrowerSchema>

/** One of the borrowers, copies or books that a scan may mean, in an answer of the desk. */
export const deskChoiceSchema = withSchemaName(
  'DeskChoice',
  'One of several that a scan may mean.',
  z.object({
    code: withDescription(
      z.string(),
      'To be scanned: the number of a copy, or of a library card; empty for a book without a copy on the shelf.',
      '10003118',
    ),
    person: withDescription(z.nullable(personSchema), 'A borrower with that name.', null),
    schoolNumber: z.optional(
      withDescription(z.string(), 'Where two of the choices have one name and one class.', '20251010'),
    ),
    copy: withDescription(z.nullable(deskCopySchema), 'A copy.', null),
    isOnLoan: withDescription(z.boolean(), 'Whether the copy is on loan.', false),
    book: z.optional(withDescription(deskBookSchema, 'A book that words were found in.')),
    free: z.optional(withDescription(z.int(), 'How many of its copies are on the shelf.', 2)),
    total: z.optional(withDescription(z.int(), 'How many copies it has.', 3)),
    backOn: z.optional(
      withDescription(
        z.nullable(z.string()),
        'The day on which one is back at the latest, if that is known.',
        EXAMPLE_DAY,
      ),
    ),
  }),
)
export type DeskChoice = z.infer<typeof deskChoiceSchema>
