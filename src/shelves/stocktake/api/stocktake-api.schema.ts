import * as z from 'zod/mini'
import { pageInput } from '#base/lib/list/page-input.ts'
import { listSchema, pathId } from '#base/lib/list/row-schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { kindSchema } from '../stocktake.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7a11-8c2d-9e0f1a2b3c4d'
const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

export const stocktakePathSchema = pathId('stock-taking', EXAMPLE_ID)

const copies = (what: string, example: number) => withDescription(z.int().check(z.minimum(0)), what, example)

const figuresSchema = withDescription(
  z.object({
    expected: copies('Copies that stood there at the start.', 412),
    seen: copies('How many of the expected ones are here, by scans or by the desk.', 398),
    lent: copies('How many of the others are on loan.', 6),
    missing: copies('Expected, not seen, and not on loan.', 8),
    misplaced: copies('Seen where they do not belong.', 3),
    unknown: copies('Numbers that no copy has.', 1),
    onLoan: copies('On loan, and here.', 2),
    lost: copies('Marked as lost, and here.', 1),
    twice: copies('Scanned more than once.', 0),
  }),
  'What was found, in numbers of copies: put right by now or not. Of a closed one as it was then.',
  { expected: 412, seen: 398, lent: 6, missing: 8, misplaced: 3, unknown: 1, onLoan: 2, lost: 1, twice: 0 },
)

const storedFields = {
  id: withDescription(z.uuid(), 'Id of the stock-taking.', EXAMPLE_ID),
  location: withDescription(
    z.nullable(z.string()),
    'The place that is counted; null for all places, empty for copies without a place.',
    'Main room',
  ),
  shelfFrom: withDescription(z.string(), 'The first shelf mark that is counted; empty for no limit.', ''),
  shelfTo: withDescription(z.string(), 'The last shelf mark that is counted; empty for no limit.', ''),
  startedAt: withDescription(z.date(), 'When it was started.', EXAMPLE_TIME),
  closedAt: withDescription(z.nullable(z.date()), 'When it was closed; null while it is counted.', EXAMPLE_TIME),
  figures: figuresSchema,
}

const listedStocktakeSchema = withSchemaName('ListedStocktake', 'A stock-taking in a list.', z.object(storedFields))

export const stocktakeListInputSchema = z.strictObject(pageInput)
export const stocktakeListSchema = listSchema('StocktakeList', 'stock-takings', listedStocktakeSchema)

const countOf = (what: string, open: number, done: number) =>
  withDescription(
    z.object({
      open: copies('What is still to be put right.', open),
      done: copies('What was put right, and not taken back.', done),
    }),
    what,
    { open, done },
  )

const countsSchema = withDescription(
  z.object({
    missing: countOf('Expected, not seen, and not on loan.', 8, 0),
    misplaced: countOf('Seen where they do not belong.', 1, 2),
    unknown: countOf('Numbers that no copy has.', 1, 0),
    onLoan: countOf('On loan, and here.', 0, 2),
    lost: countOf('Marked as lost, and here.', 1, 0),
    twice: countOf('Scanned more than once.', 0, 0),
  }),
  'What was found of each kind.',
  {
    missing: { open: 8, done: 0 },
    misplaced: { open: 1, done: 2 },
    unknown: { open: 1, done: 0 },
    onLoan: { open: 0, done: 2 },
    lost: { open: 1, done: 0 },
    twice: { open: 0, done: 0 },
  },
)

/** A stock-taking as it is read: without who has scanned, and with which device. */
export const readStocktakeSchema = withSchemaName(
  'Stocktake',
  'A stock-taking with what it has found.',
  z.object({
    ...storedFields,
    counts: countsSchema,
    scans: copies('How many scans count.', 401),
    previousId: withDescription(
      z.nullable(z.uuid()),
      'Id of the last closed one before it of the same places and shelf marks; null without one.',
      null,
    ),
  }),
)

export const foundListInputSchema = z.strictObject({
  ...stocktakePathSchema.shape,
  kind: withDescription(kindSchema, 'What was found of this kind.', 'missing'),
  ...pageInput,
})

const foundSchema = withSchemaName(
  'StocktakeRow',
  'A copy, or a number that no copy has, that a stock-taking has found.',
  z.object({
    copyId: withDescription(z.nullable(z.uuid()), 'Id of the copy; null for an unknown number.', EXAMPLE_ID),
    bookId: withDescription(z.nullable(z.uuid()), 'Id of its book; null for an unknown number.', EXAMPLE_ID),
    number: withDescription(z.string(), 'Number of the copy, or the unknown number.', '10003118'),
    title: withDescription(z.string(), 'Title of the book; empty for an unknown number.', 'Nedjma'),
    author: withDescription(z.string(), 'Author of the book.', 'Kateb Yacine'),
    shelfMark: withDescription(z.string(), 'Shelf mark of the book.', 'R KAT'),
    location: withDescription(z.string(), 'The place of the copy.', 'Main room'),
    place: withDescription(z.nullable(z.string()), 'Where it was seen; null where that was not said.', null),
    lastSeenAt: withDescription(z.nullable(z.date()), 'When it was seen last before the start.', EXAMPLE_TIME),
    times: withDescription(z.int(), 'How often it was scanned.', 0),
    borrower: withDescription(
      z.nullable(z.string()),
      'Who has it on loan, or owes it; null too for who may not read borrowers.',
      null,
    ),
    group: withDescription(z.nullable(z.string()), 'Group of that borrower; null likewise.', null),
  }),
)

export const foundListSchema = listSchema('StocktakeRowList', 'rows', foundSchema)
