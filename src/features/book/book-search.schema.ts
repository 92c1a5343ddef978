import * as z from 'zod/mini'
import { hasControlCharacter } from '#lib/text.ts'

// What the address of a list may say. It stands alone: the routes bring it into the first page, and the rest of what a
// book is not.

/** Text of one line as people type it: trimmed, without control characters, of bounded length. */
export const line = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((value) => !hasControlCharacter(value), { error: 'text_invalid' }),
  )

/** The id of a row (UUID). */
export const idSchema = z.uuid()

export const PUBLISHER_MAX = 200

const SEARCH_TERM_MAX = 200

/** A search term: at most 200 characters, any letters, none that cannot be typed. */
export const searchTermSchema = z._default(line(SEARCH_TERM_MAX), '')

/** Stands for books without a genre, where a list is asked for those of a genre. */
export const NO_GENRE = 'none'
/** The same for a publisher: as it stands in a book that has none, so that it is nobody's name. */
export const NO_PUBLISHER = ''

/** Which books a list is of. */
export const bookFilterSchema = z.object({
  searchTerm: searchTermSchema,
  /** `none` for books without one. */
  genreId: z.optional(z.union([z.enum([NO_GENRE]), idSchema])),
  /** Its spelling does not matter: as search folds it. Empty for books without one. */
  publisher: z.optional(line(PUBLISHER_MAX)),
})
export type BookFilter = z.input<typeof bookFilterSchema>

/** By title; by author and then title; the newest first. */
export const bookSortSchema = z._default(z.enum(['title', 'author', 'added']), 'title')
export type BookSort = z.output<typeof bookSortSchema>
