import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { filterText, searchTermSchema, wholeNumber } from '#base/lib/list/list-input.ts'

// Search parameters of the book lists. A file of its own, because the routes load it with the first page and must not
// load the rest of the book's schema.

/** The id of a row (UUID). */
export const idSchema = z.uuid()

export const AUTHOR_MAX = 300
export const PUBLISHER_MAX = 200

export const SUBJECT_MAX = 100
export const SERIES_MAX = 200
const YEAR_FILTER_MAX = 9999

/** A year as a number: an address has it as text. */
const yearFilter = wholeNumber(0, YEAR_FILTER_MAX)

/** The `genreId` filter for books without a genre. */
export const NO_GENRE = 'none'
/** The `author` and `publisher` filters for books without one: the stored value of an empty field. */
export const NO_AUTHOR = ''
export const NO_PUBLISHER = ''

/** Unchanged books of the sample catalogue, or all others. A sample book that a user has changed counts as `own`. */
const bookOriginSchema = z.enum(['sample', 'own'])
export type BookOrigin = z.output<typeof bookOriginSchema>

/** Which books a list shows. */
export const bookFilterSchema = z.object({
  searchTerm: searchTermSchema,
  /** `none` for books without a genre. */
  genreId: z.optional(z.union([z.enum([NO_GENRE]), idSchema])),
  /** Compared without case, accents and dots. Empty for books without an author. */
  author: z.optional(filterText(AUTHOR_MAX)),
  /** Compared like `author`. Empty for books without a publisher. */
  publisher: z.optional(filterText(PUBLISHER_MAX)),
  /** A code of ISO 639. */
  language: z.optional(filterText(3).check(z.minLength(1))),
  /** Books of these years, the first and the last of which may be left open; without books whose year is not known. */
  yearFrom: z.optional(yearFilter),
  yearTo: z.optional(yearFilter),
  /** Compared like `author`, as a whole. */
  subject: z.optional(filterText(SUBJECT_MAX)),
  series: z.optional(filterText(SERIES_MAX)),
  /** Books of which a copy stands on the shelf now. */
  availability: z.optional(z.enum(['onShelf'])),
  origin: z.optional(bookOriginSchema),
  /** Books that an import added. */
  importId: z.optional(idSchema),
})
export type BookFilter = z.input<typeof bookFilterSchema>

/** The filters of readers' lists, which those of managers have too. */
export type SharedFilters = Omit<z.output<typeof bookFilterSchema>, 'searchTerm' | 'origin' | 'importId'>

const { shape } = bookFilterSchema

/** The filters in an address; invalid ones are ignored. */
export const sharedFilters = {
  genreId: z.catch(shape.genreId, undefined),
  author: z.catch(shape.author, undefined),
  publisher: z.catch(shape.publisher, undefined),
  language: z.catch(shape.language, undefined),
  yearFrom: z.catch(shape.yearFrom, undefined),
  yearTo: z.catch(shape.yearTo, undefined),
  subject: z.catch(shape.subject, undefined),
  series: z.catch(shape.series, undefined),
  availability: z.catch(shape.availability, undefined),
} satisfies Record<keyof SharedFilters, unknown>

/** These filters alone, named one by one, because the router adds all other parameters of the URL. */
export const pickFilters = (params: SharedFilters): SharedFilters => {
  const { genreId, author, publisher, language, yearFrom, yearTo, subject, series, availability } = params
  return {
    genreId,
    author,
    publisher,
    language,
    yearFrom,
    yearTo,
    subject,
    series,
    availability,
  } satisfies Record<keyof SharedFilters, unknown>
}

/** Whether a list is not of all books. */
export const isNarrowed = (params: SharedFilters): boolean =>
  Object.values(pickFilters(params)).some((value) => value !== undefined)

/** Sort orders with an index of letters: by title; by author and then title; `-desc` from the end of the alphabet. */
const LETTERED = ['title', 'title-desc', 'author', 'author-desc'] as const
export const letteredSortSchema = z._default(z.enum(LETTERED), 'title')
export type LetteredSort = z.output<typeof letteredSortSchema>

/** Orders of readers' lists besides: newest books or years first; by shelf mark, numbers as people count. */
export const OTHER_SORTS = ['added', 'year', 'year-asc', 'shelfMark'] as const

/** The lettered orders, those of readers, and by the last change, latest first; `-asc` latest last. */
export const bookSortSchema = z._default(
  z.enum([...LETTERED, ...OTHER_SORTS, 'added-asc', 'shelfMark-desc', 'changed', 'changed-asc']),
  'title',
)
export type BookSort = z.output<typeof bookSortSchema>

/** The columns of the managers' table, which reads their names (`manager/book-columns.ts`). */
export const bookColumnsSchema = z.optional(filterText(200))

/** A letter of any script, composed; or `#` for digits and signs. */
export const letterSchema = z.string().check(
  z.overwrite((value) => value.trim().normalize('NFC')),
  z.regex(/^(?:#|\p{L})$/u, { error: problemKey('letter_invalid') }),
)

/** What the list shows of all books, as its address says. */
export interface BookListParams extends SharedFilters {
  searchTerm: string
  origin: BookOrigin | undefined
  /** Added by an import. */
  importId: string | undefined
  sort: BookSort
  /** As `manager/book-columns.ts` writes them. */
  columns: string | undefined
}
