import { setTimeout } from 'node:timers/promises'
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
import { similarTo } from './book-similar.server.ts'
import { totalOf } from './book-total.server.ts'
import {
  bookFilterSchema,
  bookListInputSchema,
  bookListSchema,
  bookPageSchema,
  bookSchema,
  idSchema,
  PAGE_SIZE,
  type Book,
} from './book.schema.ts'

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

/** A page of books by title, in a search the best hits first; beside it the total, which may take longer. */
async function pageAndTotal({ searchTerm, genreId, cursor, limit }: z.output<typeof bookListInputSchema>) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor)
  const search = await readSearch(searchTerm)
  if (search === 'none') return { items: [], nextCursor: null, total: Promise.resolve(0) }
  const total = totalOf(JSON.stringify([searchTerm, genreId ?? '']), listCondition(search, genreId))
  // Whoever waits for it hears of its failure; until then nobody may.
  total.catch(() => undefined)
  const places = await pageOf({ search, genreId, after, limit: limit + 1 })
  const last = places.length > limit ? places[limit - 1] : undefined
  return { items: await booksAt(places.slice(0, limit)), nextCursor: last ? encodeCursor(last) : null, total }
}

/** A page of books with its exact total. */
const list = procedure('book:read')
  .route({ method: 'GET', path: '/books', summary: 'List and search books', tags: ['Books'] })
  .input(bookListInputSchema)
  .output(bookListSchema)
  .handler(async ({ input }) => {
    const { total, ...page } = await pageAndTotal(input)
    return { ...page, total: await total }
  })

/** Milliseconds that a page waits for its total: less than another request takes. */
const PATIENCE = 15

/** A page of books as soon as it is there: the total is null where it is still being counted, and asked for with `count`. */
const listPage = procedure('book:read')
  .input(bookListInputSchema)
  .output(bookPageSchema)
  .handler(async ({ input }) => {
    const { total, ...page } = await pageAndTotal(input)
    return { ...page, total: await Promise.race([total, setTimeout(PATIENCE, null)]) }
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
const listRelated = procedure('book:read')
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

/** How many books a list has, exactly. */
const count = procedure('book:read')
  .input(bookFilterSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => {
    const search = await readSearch(input.searchTerm)
    if (search === 'none') return { total: 0 }
    return {
      total: await totalOf(
        JSON.stringify([input.searchTerm, input.genreId ?? '']),
        listCondition(search, input.genreId),
      ),
    }
  })

/** Books that a search with a slip of the pen may have meant; the exact hits are not among them. */
const listSimilar = procedure('book:read')
  .input(bookFilterSchema)
  .output(z.array(bookSchema))
  .handler(async ({ input }) => booksAt(await similarTo(input.searchTerm, input.genreId)))

export const bookRouter = { list, listPage, count, get, listNew, listRelated, listSimilar }
