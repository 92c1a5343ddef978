import * as z from 'zod/mini'
import { fileEncodings } from '#base/lib/file-shape.ts'
import { withDescription } from '#base/lib/schema-meta.ts'

const otherEditionsSchema = z.enum(['add', 'isbn', 'leave'])
export type OtherEditions = z.infer<typeof otherEditionsSchema>

/** What is chosen before the start of an import. */
export const importChoicesSchema = z.object({
  /** The genre of new books whose row names none. */
  genreId: z.nullable(z.uuid()),
  /** Adds genres that do not exist; otherwise their books get none. */
  addsGenres: z.boolean(),
  /** Changes the books of the catalogue whose values differ from those of the file. */
  changesBooks: z.boolean(),
  /** Fills only fields that these books have empty; what is there stays. */
  fillsOnly: z._default(z.boolean(), false),
  /** Adds books although a similar one exists. */
  addsSimilar: z.boolean(),
  /** Turns authors that are written `Last, First`. */
  turnsNames: z._default(z.boolean(), false),
  /** Reads rows that look like sums as books. */
  addsSums: z._default(z.boolean(), false),
  /** Reads rows that look like headings of sections as books. */
  addsHeadings: z._default(z.boolean(), false),
  /** Reads rows that are hidden in a workbook. */
  addsHidden: z._default(z.boolean(), false),
  /** What becomes of rows that are another edition of a book, and of some by their position. */
  editions: z._default(otherEditionsSchema, 'add'),
  editionRows: z._default(z.record(z.string().check(z.regex(/^\d{1,9}$/)), otherEditionsSchema), {}),
  /** Columns that are not kept, by their index. */
  leftOut: z._default(z.array(z.int().check(z.minimum(0))).check(z.maxLength(1000)), []),
  /** Of the columns that become details, those that readers see, by their index. */
  forReaders: z._default(z.array(z.int().check(z.minimum(0))).check(z.maxLength(1000)), []),
  /** Another genre, or null for none, instead of one of the file that does not exist. */
  genres: z._default(z.record(z.string(), z.nullable(z.uuid())), {}),
})

/** The default choices. */
export const DEFAULT_CHOICES: z.infer<typeof importChoicesSchema> = {
  genreId: null,
  addsGenres: true,
  changesBooks: true,
  fillsOnly: false,
  addsSimilar: true,
  turnsNames: false,
  addsSums: false,
  addsHeadings: false,
  addsHidden: false,
  editions: 'add',
  editionRows: {},
  leftOut: [],
  forReaders: [],
  genres: {},
}

/** What becomes of books that are here already. */
const knownBooksSchema = z.enum(['change', 'fill', 'leave'])
export type KnownBooks = z.infer<typeof knownBooksSchema>

/** The choices for what becomes of books that are here already. */
export const knownChoices = (known: KnownBooks): { changesBooks: boolean; fillsOnly: boolean } => ({
  changesBooks: known !== 'leave',
  fillsOnly: known === 'fill',
})

/** What the API is told of a new import. */
export const startImportInputSchema = z.strictObject({
  dryRun: withDescription(
    z._default(z.enum(['true', 'false']), 'false'),
    'Writes nothing: the answer counts what would happen, and the import waits for its start.',
    'false',
  ),
  about: withDescription(
    z.optional(z.string().check(z.regex(/^[a-z-]{1,30}$/))),
    'The noun that the rows are: `book`; in a library that lends also `borrower`, a class list; `any` recognises which. `book` without it.',
    'book',
  ),
  header: withDescription(
    z.optional(z.enum(['true', 'false'])),
    'Whether the first row of CSV or a workbook names the columns; guessed without it.',
    'true',
  ),
  encoding: withDescription(z.optional(z.enum(fileEncodings)), 'Encoding of a text file; guessed without it.', 'utf-8'),
  turnNames: withDescription(
    z.optional(z.enum(['true', 'false'])),
    'Turns authors that are written `Last, First`; guessed without it.',
    'false',
  ),
  editions: withDescription(
    z.optional(otherEditionsSchema),
    'Rows that differ from a book of their title and author by ISBN, year, language or publisher: `add` each under its own words, publisher and year, or language; only their `isbn`; `leave` them out. `add` without it.',
    'add',
  ),
  known: withDescription(
    z.optional(knownBooksSchema),
    'Books that are here already: `change` them, `fill` only what is empty, `leave` them. `change` without it, or `fill` for a file that was imported before.',
    'fill',
  ),
})
