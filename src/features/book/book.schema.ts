import * as z from 'zod/mini'
import { required } from '#i18n/issue-message.ts'
import { genreSchema } from '#features/genre/genre.schema.ts'
import { hasControlCharacter, isVisible } from '#lib/text.ts'

/** Text of one line as people type it: trimmed, without control characters, of bounded length. */
const line = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((value) => !hasControlCharacter(value), { error: 'text_invalid' }),
  )

/** The id of a row (UUID). */
export const idSchema = z.uuid()

export const AUTHOR_MAX = 300
export const PUBLISHER_MAX = 200

/** What a person says about a book; lengths count after trimming. */
export const bookInputSchema = z.object({
  title: z.string(required('title_required')).check(
    z.trim(),
    z.minLength(1, { error: 'title_required', abort: true }),
    z.refine(isVisible, { error: 'title_required', abort: true }),
    z.maxLength(500),
    z.refine((value) => !hasControlCharacter(value), { error: 'text_invalid' }),
  ),
  author: z._default(line(AUTHOR_MAX), ''),
  genreId: z._default(z.nullable(idSchema), null),
  publisher: z._default(line(PUBLISHER_MAX), ''),
})
export type BookInput = z.infer<typeof bookInputSchema>

/** A book as it is read. */
export const bookSchema = z.object({
  id: idSchema,
  title: z.string(),
  author: z.string(),
  publisher: z.string(),
  genre: z.nullable(genreSchema),
  version: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type Book = z.infer<typeof bookSchema>

/** A book as readers' lists show it: two thirds of what it would weigh. */
export const shelfBookSchema = z.pick(bookSchema, { id: true, title: true, author: true, publisher: true, genre: true })
export type ShelfBook = z.infer<typeof shelfBookSchema>

export const PAGE_SIZE = 20
export const SEARCH_TERM_MAX = 200

/** A search term: at most 200 characters, any letters, none that cannot be typed. */
export const searchTermSchema = z._default(line(SEARCH_TERM_MAX), '')

/** How many rows of a list; as a number, or as the digits that stand in a URL. */
const limitSchema = z.pipe(
  z.pipe(z.union([z.number(), z.string()]), z.transform(Number)),
  z.int().check(z.minimum(1), z.maximum(100)),
)

/** Which books a list is of. */
export const bookFilterSchema = z.object({
  searchTerm: searchTermSchema,
  genreId: z.optional(idSchema),
  /** Its spelling does not matter: as search folds it. */
  publisher: z.optional(line(PUBLISHER_MAX)),
})
export type BookFilter = z.input<typeof bookFilterSchema>

/** By title; by author and then title; the newest first. */
export const bookSortSchema = z._default(z.enum(['title', 'author', 'added']), 'title')
export type BookSort = z.output<typeof bookSortSchema>

export const bookListInputSchema = z.extend(bookFilterSchema, {
  sort: bookSortSchema,
  cursor: z.optional(z.string().check(z.maxLength(2000, { error: 'cursor_invalid' }))),
  limit: z._default(limitSchema, PAGE_SIZE),
})
export type BookListInput = z.input<typeof bookListInputSchema>

export const bookListSchema = z.object({
  items: z.array(bookSchema),
  nextCursor: z.nullable(z.string()),
  total: z.number(),
  /** What a search with few hits may have meant: a group of its own, never among the hits. */
  similar: z.optional(z.array(bookSchema)),
})
export type BookList = z.infer<typeof bookListSchema>

/** A page that does not wait for its total: null where it is still being counted. */
const pageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.nullable(z.number()) })

export const bookPageSchema = pageSchema(bookSchema)
export const shelfPageSchema = pageSchema(shelfBookSchema)
