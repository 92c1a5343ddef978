import { and, desc, eq, getTableColumns, inArray, ne } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { notFound } from '#lib/app-error.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { decodeCursor, encodeCursor } from './book-cursor.server.ts'
import { pageOf } from './book-page.server.ts'
import { listCondition, readSearch } from './book-search.server.ts'
import { totalOf } from './book-total.server.ts'
import { bookListInputSchema, bookListSchema, bookSchema, idSchema, PAGE_SIZE, type Book } from './book.schema.ts'

const {
  allWords: _all,
  walkWords: _walk,
  titleHash: _hash,
  sortTitle: _sort,
  genreId,
  ...ownColumns
} = getTableColumns(book)

// What a row has and what the schema says are held together here: a field in one alone does not compile.
const columns = {
  ...ownColumns,
  genre: { id: genre.id, name: genre.name, slug: genre.slug, hue: genre.hue },
} satisfies Record<keyof Book, unknown>

const selectBooks = () => db.select(columns).from(book).leftJoin(genre, eq(genre.id, genreId))

/** A page of books by title, in a search the best hits first. */
const list = procedure('book:read')
  .route({ method: 'GET', path: '/books', summary: 'List and search books', tags: ['Books'] })
  .input(bookListInputSchema)
  .output(bookListSchema)
  .handler(async ({ input }) => {
    const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor)
    const search = await readSearch(input.searchTerm)
    if (search === 'none') return { items: [], nextCursor: null, total: 0 }
    const key = JSON.stringify([input.searchTerm, input.genreId ?? ''])
    const [places, total] = await Promise.all([
      pageOf({ search, genreId: input.genreId, after, limit: input.limit + 1 }),
      totalOf(key, listCondition(search, input.genreId)),
    ])
    const last = places.length > input.limit ? places[input.limit - 1] : undefined
    return {
      items: await booksAt(places.slice(0, input.limit)),
      nextCursor: last ? encodeCursor(last) : null,
      total,
    }
  })

/** The books of a page, in its order; one that was deleted this very moment is left out. */
async function booksAt(places: readonly { id: string }[]): Promise<Book[]> {
  const ids = places.map(({ id }) => id)
  const found = ids.length === 0 ? [] : await selectBooks().where(inArray(book.id, ids))
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One book; NOT_FOUND for an id that is none. */
const get = procedure('book:read')
  .route({ method: 'GET', path: '/books/{id}', summary: 'Read a book', tags: ['Books'] })
  .input(z.object({ id: z.string() }))
  .output(bookSchema)
  .handler(async ({ input }) => {
    const id = idSchema.safeParse(input.id)
    if (!id.success) throw notFound()
    const [found] = await selectBooks().where(eq(book.id, id.data))
    if (!found) throw notFound()
    return found
  })

/** The books added last, newest first: what the home page shows. */
const listNew = procedure('book:read')
  .input(z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 12) }))
  .output(z.object({ items: z.array(bookSchema), total: z.number() }))
  .handler(async ({ input }) => {
    const newest = selectBooks().orderBy(desc(book.createdAt), desc(book.id)).limit(input.limit)
    const [items, total] = await Promise.all([newest, totalOf('', undefined)])
    return { items, total }
  })

/** Others of the same genre, newest first, without the book itself. */
const listSimilar = procedure('book:read')
  .input(
    z.object({
      id: idSchema,
      genreId: z.nullable(idSchema),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(PAGE_SIZE)), 6),
    }),
  )
  .output(z.array(bookSchema))
  .handler(({ input }) =>
    selectBooks()
      .where(and(ne(book.id, input.id), input.genreId ? eq(genreId, input.genreId) : undefined))
      .orderBy(desc(book.createdAt), desc(book.id))
      .limit(input.limit),
  )

export const bookRouter = { list, get, listNew, listSimilar }
