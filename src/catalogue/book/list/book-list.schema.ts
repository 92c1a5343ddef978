import * as z from 'zod/mini'
import { nextCursorSchema, pageInput, pageSchema } from '#base/lib/list/page-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { bookSchema, bookSummarySchema, EXAMPLE_GENRE_ID, EXAMPLE_ID } from '../book.schema.ts'
import {
  bookFilterSchema,
  bookSortSchema,
  letteredSortSchema,
  letterSchema,
  type BookFilter,
} from '../search/book-search.schema.ts'

// Only the server uses the schemas of lists: as pure calls they are removed from the browser's code.
const filterInput = () =>
  ({
    genreId: withDescription(
      bookFilterSchema.shape.genreId,
      'Only books of this genre; `none` for those without one.',
      EXAMPLE_GENRE_ID,
    ),
    author: withDescription(
      bookFilterSchema.shape.author,
      'Only books of this author, alone or among others, whatever its case, accents and dots; empty for those without one.',
      'Kateb Yacine',
    ),
    publisher: withDescription(
      bookFilterSchema.shape.publisher,
      'Only books of this publisher, whatever its case and accents; empty for those without one.',
      'Seuil',
    ),
    language: withDescription(bookFilterSchema.shape.language, 'Only books in this language (ISO 639).', 'fr'),
    yearFrom: withDescription(bookFilterSchema.shape.yearFrom, 'Only books of this year and later.', 1990),
    yearTo: withDescription(bookFilterSchema.shape.yearTo, 'Only books of this year and earlier.', 1999),
    subject: withDescription(
      bookFilterSchema.shape.subject,
      'Only books with this subject, whatever its case and accents.',
      'Algeria',
    ),
    series: withDescription(
      bookFilterSchema.shape.series,
      'Only books of this series, whatever its case and accents; also those without one whose title names it in brackets with a number.',
      'Points',
    ),
    availability: withDescription(
      bookFilterSchema.shape.availability,
      'Only books of which a copy stands on the shelf now, where the library lends books.',
      'onShelf',
    ),
    origin: withDescription(
      bookFilterSchema.shape.origin,
      'Only the sample books that nobody has changed (`sample`), or only all others (`own`).',
      'own',
    ),
    importId: withDescription(bookFilterSchema.shape.importId, 'Only the books that this import added.', EXAMPLE_ID),
  }) satisfies Record<Exclude<keyof BookFilter, 'searchTerm'>, unknown>

/** The fields that the type `ListedBook` adds to a book. */
const copies = () => ({
  copies: withDescription(
    z.optional(
      z.object({
        free: withDescription(z.int(), 'How many stand on the shelf now.', 2),
        total: withDescription(z.int(), 'How many there are.', 3),
      }),
    ),
    'Its copies, where the library lends books.',
    { free: 2, total: 3 },
  ),
  label: withDescription(z.optional(z.string()), 'What the label says by which a search has found it.', 'MAN-001'),
})
const bookPage = () => pageSchema(z.extend(bookSchema, copies()))
export const bookPageSchema = /* @__PURE__ */ bookPage()
const listedBooks = () => z.array(z.extend(bookSummarySchema, copies()))
const summaryPage = () =>
  withSchemaName(
    'BookSummaries',
    'A page of books with what lists show of them.',
    z.object({
      items: withDescription(
        z.array(z.extend(bookSummarySchema, copies())),
        'The books of this page, in the order that was asked for.',
      ),
      nextCursor: nextCursorSchema,
      total: withDescription(
        z.nullable(z.int().check(z.minimum(0))),
        'How many books the whole list has, exactly; null while they are being counted.',
        1,
      ),
    }),
  )
export const bookSummaryPageSchema = /* @__PURE__ */ summaryPage()

const newest = () => z.object({ items: listedBooks(), total: z.nullable(z.number()) })
/** The newest books, and the number of all books, null while it is being counted. */
export const newBooksSchema = /* @__PURE__ */ newest()

const related = () =>
  z.object({ inSeries: listedBooks(), byAuthor: listedBooks(), inGenre: listedBooks(), more: listedBooks() })
/** The schema of the type `RelatedBooks`. */
export const relatedBooksSchema = /* @__PURE__ */ related()

const similar = () => z.object({ items: listedBooks(), without: z.array(z.string()) })
/** Books that a search may have meant, and the words that were left out to find them. */
export const similarBooksSchema = /* @__PURE__ */ similar()

const listInput = () =>
  z.strictObject({
    searchTerm: withDescription(
      bookFilterSchema.shape.searchTerm,
      'Words that title, author, publisher or genre hold, whatever their case and accents. A word of one or two letters is the beginning of a word there, a longer one any part of one. What the label of a copy says finds its book too, where the library lends.',
      'nedj',
    ),
    ...filterInput(),
    sort: withDescription(
      bookSortSchema,
      'By title, without leading article and signs; by author, surname first, and then title; by when it was added, or changed, or by its year, the latest first; by shelf mark, with numbers as people count. `-desc` and `-asc` turn the order round. Books without a year are last, also in `year-asc`.',
      'title',
    ),
    letter: z.optional(
      withDescription(
        letterSchema,
        'Where the list begins, in an order by title or author and without `searchTerm`: a letter, or `#` for digits and signs. `total` counts from there on.',
        'K',
      ),
    ),
    ...pageInput,
  })
export const bookListInputSchema = /* @__PURE__ */ listInput()
export type BookListInput = z.input<typeof bookListInputSchema>

const countInput = () => z.extend(bookFilterSchema, { sort: bookSortSchema, letter: z.optional(letterSchema) })
export const bookCountInputSchema = /* @__PURE__ */ countInput()
export type BookCountInput = z.input<typeof bookCountInputSchema>

const lettersInput = () =>
  z.strictObject({
    ...filterInput(),
    sort: withDescription(letteredSortSchema, 'Letters of titles, or of authors.', 'title'),
  })
export const bookLettersInputSchema = /* @__PURE__ */ lettersInput()
export type BookLettersInput = z.input<typeof bookLettersInputSchema>

const letters = () =>
  withSchemaName(
    'BookLetters',
    'Letters at which a list of books can begin.',
    z.object({
      letters: withDescription(
        z.array(z.string()),
        'In the order of the alphabet, without accents, as capitals; first `#` for digits and signs.',
        ['#', 'A', 'K'],
      ),
    }),
  )
export const bookLettersSchema = /* @__PURE__ */ letters()

export const bookListSchema = withSchemaName(
  'BookList',
  'A page of books.',
  z.object({
    items: withDescription(z.array(bookSchema), 'The books of this page, in the order that was asked for.'),
    nextCursor: nextCursorSchema,
    total: withDescription(z.int().check(z.minimum(0)), 'How many books the whole list has, exactly.', 1),
    similar: z.optional(
      withDescription(
        z.array(bookSchema),
        'Beside the few hits of a search: books that it may have meant, if a letter was mistyped or a word is too much. Never among the hits.',
      ),
    ),
    similarWithout: z.optional(
      withDescription(
        z.array(z.string()),
        'The words of the search that were left out to find `similar`; absent where none was.',
        ['series'],
      ),
    ),
  }),
)
