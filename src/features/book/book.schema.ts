import * as z from 'zod/mini'
import { genreSchema } from '#features/genre/genre.schema.ts'
import { plainLine, requiredLine } from '#lib/form/line-schema.ts'
import { nextCursorSchema, pageInput, pageSchema } from '#lib/list/page-input.ts'
import { pathId, storedFields } from '#lib/list/row-schema.ts'
import { withDescription, withSchemaName } from '#lib/schema-meta.ts'
import { coverNameSchema, EXAMPLE_COVER } from './cover/cover-name.schema.ts'
import {
  AUTHOR_MAX,
  bookFilterSchema,
  bookSortSchema,
  idSchema,
  letteredSortSchema,
  letterSchema,
  PUBLISHER_MAX,
} from './search/book-search.schema.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-711d-bde4-965ef5d28919'
const EXAMPLE_GENRE_ID = '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10'

/** The id of a book in a path; a malformed one is NOT_FOUND, not invalid. */
export const bookIdSchema = pathId('book', EXAMPLE_ID)

/** The input for a book; lengths count after trimming. */
export const bookInputSchema = withSchemaName(
  'BookInput',
  'What somebody says of a book. Texts are trimmed before their length counts.',
  z.strictObject({
    title: withDescription(
      requiredLine(500, 'title_required'),
      'Title of the book. An author has each title once, whatever its case, accents and spaces.',
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
  }),
)
export type BookInput = z.infer<typeof bookInputSchema>

export const bookSchema = withSchemaName(
  'Book',
  'A book of the library.',
  z.object({
    id: withDescription(idSchema, 'Id of the book.', EXAMPLE_ID),
    title: z.string(),
    author: z.string(),
    cover: z.nullable(z.string()),
    publisher: z.string(),
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

/** A row of the manager's list: a whole book, or a similar one with the columns of a summary. */
export type RowBook = BookSummary & Partial<Book>

/** Books to read next: by the same authors, of the same genre, and others; no book twice. */
export const relatedBooksSchema = z.object({
  byAuthor: z.array(bookSummarySchema),
  inGenre: z.array(bookSummarySchema),
  more: z.array(bookSummarySchema),
})
export type RelatedBooks = z.infer<typeof relatedBooksSchema>

// Only the server uses the schemas of lists: as pure calls they are removed from the browser's code.
const filterInput = () => ({
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
  origin: withDescription(
    bookFilterSchema.shape.origin,
    'Only the sample books that nobody has changed (`sample`), or only all others (`own`).',
    'own',
  ),
  importId: withDescription(bookFilterSchema.shape.importId, 'Only the books that this import added.', EXAMPLE_ID),
})

const listInput = () =>
  z.strictObject({
    searchTerm: withDescription(
      bookFilterSchema.shape.searchTerm,
      'Words that title, author, publisher or genre hold, whatever their case and accents. A word of one or two letters is the beginning of a word there, a longer one any part of one.',
      'nedj',
    ),
    ...filterInput(),
    sort: withDescription(
      bookSortSchema,
      'By title, without leading article and signs; by author, surname first, and then title; by when it was added, or changed, the latest first. `-desc` and `-asc` turn the order round.',
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
        'Beside the few hits of a search: books that it may have meant, if a letter was mistyped. Never among the hits.',
      ),
    ),
  }),
)

export const bookPageSchema = pageSchema(bookSchema)
export const bookSummaryPageSchema = pageSchema(bookSummarySchema)
