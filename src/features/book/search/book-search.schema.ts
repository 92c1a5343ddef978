import * as z from 'zod/mini'
import { problemKey } from '#i18n/issue-message.ts'
import { hasControlCharacter } from '#lib/text.ts'

// What the address of a list may say. It stands alone: the routes bring it into the first page, and the rest of what a
// book is not.

/** Text that is searched or filtered by: trimmed, without control characters, of bounded length. */
const line = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((value) => !hasControlCharacter(value), { error: problemKey('text_invalid') }),
  )

/** The id of a row (UUID). */
export const idSchema = z.uuid()

export const AUTHOR_MAX = 300
export const PUBLISHER_MAX = 200

const SEARCH_TERM_MAX = 200

/** A search term: at most 200 characters, any letters, none that cannot be typed. */
export const searchTermSchema = z._default(line(SEARCH_TERM_MAX), '')

/** Stands for books without a genre, where a list is asked for those of a genre. */
export const NO_GENRE = 'none'
/** The same for author and publisher: as it stands in a book that has none. */
export const NO_AUTHOR = ''
export const NO_PUBLISHER = ''

/** Whose books: the samples that came with the catalogue, or all others. A sample that somebody has changed is no sample. */
const bookOriginSchema = z.enum(['sample', 'own'])
export type BookOrigin = z.output<typeof bookOriginSchema>

/** Which books a list is of. */
export const bookFilterSchema = z.object({
  searchTerm: searchTermSchema,
  /** `none` for books without one. */
  genreId: z.optional(z.union([z.enum([NO_GENRE]), idSchema])),
  /** Its spelling does not matter: as search folds it. Empty for books without one. */
  author: z.optional(line(AUTHOR_MAX)),
  /** In the same way. */
  publisher: z.optional(line(PUBLISHER_MAX)),
  origin: z.optional(bookOriginSchema),
})
export type BookFilter = z.input<typeof bookFilterSchema>

/** Orders in which a list has letters: by title; by author and then title; `-desc` from the end of the alphabet. */
const LETTERED = ['title', 'title-desc', 'author', 'author-desc'] as const
export const letteredSortSchema = z._default(z.enum(LETTERED), 'title')
export type LetteredSort = z.output<typeof letteredSortSchema>

/** Those, and by when it was added or changed, the latest first; `-asc` the latest last. */
export const bookSortSchema = z._default(z.enum([...LETTERED, 'added', 'added-asc', 'changed', 'changed-asc']), 'title')
export type BookSort = z.output<typeof bookSortSchema>

/** A letter of any script, composed; or `#` for digits and signs. */
export const letterSchema = z.string().check(
  z.overwrite((value) => value.trim().normalize('NFC')),
  z.regex(/^(?:#|\p{L})$/u, { error: problemKey('letter_invalid') }),
)
