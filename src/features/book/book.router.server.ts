import { and, count, desc, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { notFound } from '#lib/app-error.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { matchesOf } from './book-search.server.ts'
import { decodeCursor, encodeCursor } from './book-cursor.server.ts'
import { bookListInputSchema, bookListSchema, bookSchema, idSchema, PAGE_SIZE, type Book } from './book.schema.ts'

const { searchText: _text, titleHash: _hash, sortTitle, genreId, ...ownColumns } = getTableColumns(book)

// What a row has and what the schema says are held together here: a field in one alone does not compile.
const columns = {
  ...ownColumns,
  genre: { id: genre.id, name: genre.name, slug: genre.slug, hue: genre.hue },
} satisfies Record<keyof Book, unknown>

const selectBooks = () => db.select(columns).from(book).leftJoin(genre, eq(genre.id, genreId))

/** A page of books by title, by keyset: rows that come or go while somebody pages neither repeat nor get lost. */
const list = procedure('book:read')
  .route({ method: 'GET', path: '/books', summary: 'List and search books', tags: ['Books'] })
  .input(bookListInputSchema)
  .output(bookListSchema)
  .handler(async ({ input }) => {
    const where = and(input.genreId ? eq(genreId, input.genreId) : undefined, ...(await matchesOf(input.searchTerm)))
    const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor)
    const page = selectBooks()
      .where(and(where, after && sql`(${sortTitle}, ${book.id}) > (${after.sortTitle}, ${after.id}::uuid)`))
      .orderBy(sortTitle, book.id)
      .limit(input.limit + 1)
    const [rows, [counted]] = await Promise.all([page, db.select({ total: count() }).from(book).where(where)])
    const items = rows.slice(0, input.limit)
    const last = rows.length > input.limit ? items.at(-1) : undefined
    return {
      items,
      nextCursor: last ? encodeCursor({ sortTitle: [...last.title].slice(0, 200).join(''), id: last.id }) : null,
      total: counted?.total ?? 0,
    }
  })

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
    const [items, [counted]] = await Promise.all([newest, db.select({ total: count() }).from(book)])
    return { items, total: counted?.total ?? 0 }
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
