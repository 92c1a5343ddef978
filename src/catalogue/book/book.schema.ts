import * as z from 'zod/mini'
import { genreSchema } from '#catalogue/genre/genre.schema.ts'
import { plainLine, plainLines, requiredLine } from '#base/lib/form/line-schema.ts'
import {
  detailsSchema,
  EDITION_MAX,
  isbnsSchema,
  languageSchema,
  pagesSchema,
  subjectsSchema,
  yearSchema,
} from './book-fields.schema.ts'
import { pathId, storedFields, writtenFields } from '#base/lib/list/row-schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { coverNameSchema, EXAMPLE_COVER } from './cover/cover-name.schema.ts'
import { AUTHOR_MAX, idSchema, PUBLISHER_MAX, SERIES_MAX } from './search/book-search.schema.ts'

export const EXAMPLE_ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
export const EXAMPLE_GENRE_ID = '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'

/** The id of a book in a path; a malformed one is NOT_FOUND, not invalid. */
export const bookIdSchema = pathId('book', EXAMPLE_ID)

/** The input for a book; lengths count after trimming. */
export const bookInputSchema = withSchemaName(
  'BookInput',
  'What somebody says of a book. Texts are trimmed before their length counts.',
  z.strictObject({
    title: withDescription(
      requiredLine(500, 'title_required'),
      'Title of the book. An author has each title once in each edition, whatever its case, accents and spaces.',
      'Nedjma',
    ),
    author: z._default(
      withDescription(plainLine(AUTHOR_MAX), 'Who wrote it; empty where that is not known.', 'Kateb Yacine'),
      '',
    ),
    cover: z._default(
      withDescription(
        z.nullable(coverNameSchema),
        'Name of its picture; null where its cover is drawn.',
        EXAMPLE_COVER,
      ),
      null,
    ),
    genreId: z._default(
      withDescription(z.nullable(idSchema), 'Id of its genre; null where it has none.', EXAMPLE_GENRE_ID),
      null,
    ),
    publisher: z._default(
      withDescription(plainLine(PUBLISHER_MAX), 'Who published it; empty where that is not known.', 'Seuil'),
      '',
    ),
    isbn: z._default(
      withDescription(isbnsSchema, 'Its ISBNs, of 10 or 13 digits in any writing; they are kept as 13 digits.', [
        '9782020289276',
      ]),
      [],
    ),
    year: z._default(
      withDescription(
        yearSchema,
        'The year of this edition, at most two years from now; null where it is not known.',
        1996,
      ),
      null,
    ),
    language: z._default(
      withDescription(
        languageSchema,
        'The language of the text, a code of ISO 639; the shortest one of it is kept. Null where it is not known.',
        'fr',
      ),
      null,
    ),
    pages: z._default(withDescription(pagesSchema, 'How many pages it has; null where it is not known.', 244), null),
    edition: z._default(
      withDescription(plainLine(EDITION_MAX), 'Which edition it is, as the book says it.', '2nd edition'),
      '',
    ),
    series: z._default(withDescription(plainLine(SERIES_MAX), 'The series that it belongs to.', 'Points'), ''),
    volume: z._default(withDescription(plainLine(30), 'Its number in the series.', '247'), ''),
    shelfMark: z._default(withDescription(plainLine(50), 'Where it stands.', 'F KAT'), ''),
    subjects: z._default(
      withDescription(subjectsSchema, 'What it is about, in the words of a catalogue.', ['Algeria', 'Colonialism']),
      [],
    ),
    summary: z._default(
      withDescription(
        plainLines(4000),
        'What it is about, in sentences; line breaks are kept.',
        'Four friends, one woman.',
      ),
      '',
    ),
    details: z._default(
      withDescription(
        detailsSchema,
        'What no other field holds, such as the columns of an imported file: names and values in their order.',
        [{ name: 'Donated by', value: 'Ama Mensah' }],
      ),
      [],
    ),
  }),
)
export type BookInput = z.infer<typeof bookInputSchema>

export const bookSchema = withSchemaName(
  'Book',
  'A book of the library.',
  z.object({
    id: withDescription(idSchema, 'Id of the book.', EXAMPLE_ID),
    ...writtenFields(z.omit(bookInputSchema, { genreId: true })),
    genre: withDescription(z.nullable(genreSchema), 'Its genre; null where it has none.'),
    isSample: withDescription(z.boolean(), 'It came with the sample catalogue, and nobody has changed it.', false),
    ...storedFields('book'),
  }),
)
export type Book = z.infer<typeof bookSchema>

/** What readers' lists show of a book: two thirds of its size. */
export const bookSummarySchema = z.pick(bookSchema, {
  id: true,
  title: true,
  author: true,
  cover: true,
  publisher: true,
  genre: true,
})
export type BookSummary = z.infer<typeof bookSummarySchema>

/**
 * A book of readers' lists; where the library lends, how many copies it has, how many of them are on the shelf, and what the label
 * of a copy says, if a search has found the book by it.
 */
export type ListedBook = BookSummary & {
  copies?: { free: number; total: number } | undefined
  label?: string | undefined
}

/** A row of the manager's list: a whole book, or a similar one with the columns of a summary. */
export type RowBook = ListedBook & Partial<Book>

/** Books to read next: of the same series, by the same authors, of the same genre, and others; no book twice. */
export type RelatedBooks = Record<'inSeries' | 'byAuthor' | 'inGenre' | 'more', ListedBook[]>
