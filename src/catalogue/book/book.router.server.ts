import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { db } from '#base/db/connection/client.server.ts'
import { lettersOf } from '#base/db/list/totals.server.ts'
import { pageWithTotal, quickPage } from '#base/db/list/answered-page.server.ts'
import { countRows, NO_FILTER, rowsById } from '#base/db/list/page.server.ts'
import { withTimeout } from '#base/db/list/versioned-cache.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { documentProblems } from '#base/openapi/document-problems.server.ts'
import { restRoutes } from '#base/openapi/rest-routes.server.ts'
import { requireRow } from '#base/rpc/not-found.server.ts'
import { withEntityTag } from '#base/rpc/precondition.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { bookFilter, bookList, summaryList } from './shared/book-list.server.ts'
import { asSeen } from './shared/reader-details.server.ts'
import { withCopies, withLabel } from './shared/on-shelf.server.ts'
import { selectBook } from './shared/select-books.server.ts'
import { idThatBegins, mergedInto } from './page/book-merged.server.ts'
import { languagesOfBooks } from './filter/book-languages.server.ts'
import { newBooks } from './list/book-new.server.ts'
import { relatedTo } from './page/book-related.server.ts'
import { similarTo } from './search/book-similar.server.ts'
import { bookFilterSchema, idSchema } from './search/book-search.schema.ts'
import { bookIdSchema, bookSchema } from './book.schema.ts'
import {
  bookCountInputSchema,
  bookLettersInputSchema,
  bookLettersSchema,
  bookListInputSchema,
  bookListSchema,
  bookPageSchema,
  bookSummaryPageSchema,
  newBooksSchema,
  relatedBooksSchema,
  similarBooksSchema,
} from './list/book-list.schema.ts'

const routes = restRoutes({ path: '/books', one: 'book', many: 'books' })

type ListInput = z.output<typeof bookListInputSchema>

const queryOf = (input: ListInput, signal: AbortSignal | undefined) => ({ ...input, filter: bookFilter(input), signal })

/** The books of a page with their copies, and with the label by which a search has found one. */
const asListed = async <Book extends { id: string }, Page extends { items: Book[] }>(page: Page, input: ListInput) =>
  withLabel(await withCopies(page), input.searchTerm)

const NONE = { books: [], without: [] }

const similarBooks = async (filter: z.output<typeof bookFilterSchema>, signal: AbortSignal | undefined) => {
  const { books, without } = await similarTo(filter.searchTerm, filter.genreId, { ...filter, signal })
  return { books: await rowsById(bookList, books), without }
}

/** A page of books with its exact total, and similar books when a search has few hits. */
const list = procedure('book:read', { mayLag: true })
  .route(routes.list)
  .input(bookListInputSchema)
  .output(bookListSchema)
  .handler(async ({ input, signal, context: { session } }) => {
    const page = await pageWithTotal(bookList, queryOf(input, signal))
    const isFirstOfFew = input.searchTerm !== '' && input.cursor === undefined && page.nextCursor === null
    const { books: similar, without } = isFirstOfFew ? await similarBooks(input, signal) : NONE
    return {
      ...page,
      items: await asSeen(session, page.items),
      ...(similar.length > 0 && { similar: await asSeen(session, similar) }),
      ...(without.length > 0 && { similarWithout: without }),
    }
  })

/** A page of books that does not wait for its total: null while it is being counted; `count` answers it then. */
const listPage = procedure('book:read', { mayLag: true })
  .input(bookListInputSchema)
  .output(bookPageSchema)
  .handler(async ({ input, signal, context: { session } }) => {
    const page = await asListed(await quickPage(bookList, queryOf(input, signal)), input)
    return { ...page, items: await asSeen(session, page.items) }
  })

/** As `listPage`, with the columns of a summary. */
const listSummaries = procedure('book:read', { mayLag: true })
  .route({
    method: 'GET',
    path: '/books/summaries',
    operationId: 'listBookSummaries',
    summary: 'List and search books, in short',
    description:
      'As `GET /books`, with what lists show of a book and no similar ones: a third less to send and to read. It does not wait for `total`, which is null while it is being counted.',
    successDescription: 'A page of books.',
    tags: ['Books'],
  })
  .input(bookListInputSchema)
  .output(bookSummaryPageSchema)
  .handler(async ({ input, signal }) => asListed(await quickPage(summaryList, queryOf(input, signal)), input))

/** The letters at which a list can begin. */
const listLetters = procedure('book:read', { mayLag: true })
  .route({
    method: 'GET',
    path: '/books/letters',
    operationId: 'listBookLetters',
    summary: 'Letters of a list of books',
    description:
      'The letters that titles or authors begin with, in the sense of the list: without leading article, signs and accents. Give one as `letter` to the list.',
    successDescription: 'The letters.',
    tags: ['Books'],
  })
  .input(bookLettersInputSchema)
  .output(bookLettersSchema)
  .handler(async ({ input }) => ({
    letters: await lettersOf(bookList, { sort: input.sort, filter: bookFilter(input) }),
  }))

/**
 * One book; BOOK_MERGED with `movedTo` for a merged one, NOT_FOUND for an unknown or malformed id: with `movedTo` for the
 * beginning of an id, which a page follows.
 */
const get = procedure('book:read')
  .route({
    ...routes.get,
    description:
      'One book. Its `ETag` is for `If-Match` when it is changed or deleted. The id of a book that was merged into another one leads on to that one.',
    spec: documentProblems('BOOK_MERGED'),
  })
  .input(bookIdSchema)
  .output(bookSchema)
  .handler(async ({ input, context }) => {
    if (!isUuid(input.id)) throw createError('NOT_FOUND', { movedTo: await idThatBegins(input.id) })
    const rows = await selectBook(input.id)
    const movedTo = rows.length === 0 ? await mergedInto(input.id) : undefined
    if (movedTo !== undefined) {
      context.resHeaders?.set('location', `/api/v1/books/${movedTo}`)
      throw createError('BOOK_MERGED', { movedTo })
    }
    return withEntityTag(context, requireRow(await asSeen(context.session, [requireRow(rows)])))
  })

/** The languages that books have, to choose from, by their codes with their names: browsers do not know those of East Africa. */
const listLanguages = procedure('book:read', { mayLag: true })
  .output(z.record(z.string(), z.string()))
  .handler(languagesOfBooks)

/** The newest books, for the home page, and the number of all books, null while it is being counted. */
const listNew = procedure('book:read', { mayLag: true })
  .output(newBooksSchema)
  .handler(async () => {
    const [items, total] = await Promise.all([
      newBooks(),
      withTimeout(countRows(bookList, { searchTerm: '', filter: NO_FILTER })),
    ])
    return { ...(await withCopies({ items })), total }
  })

/** Books to read next; empty for an unknown book. */
const listRelated = procedure('book:read', { mayLag: true })
  .input(z.object({ id: idSchema }))
  .output(relatedBooksSchema)
  .handler(({ input }) => relatedTo(input.id))

/** The exact number of books of a list; with a letter, from that letter on. */
const count = procedure('book:read', { mayLag: true })
  .input(bookCountInputSchema)
  .output(z.object({ total: z.number() }))
  .handler(async ({ input }) => ({ total: await countRows(bookList, { ...input, filter: bookFilter(input) }) }))

/** Books that a search may have meant, without its exact hits, and the words without which they were found. */
const listSimilar = procedure('book:read', { mayLag: true })
  .input(bookFilterSchema)
  .output(similarBooksSchema)
  .handler(async ({ input, signal }) => {
    const { books, without } = await similarBooks(input, signal)
    return { ...(await withCopies({ items: books })), without }
  })

/** The file that an import brought its books from, by which the list of its books is called; null for an unknown import. */
const importedFrom = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(z.object({ importId: idSchema }))
  .output(z.nullable(z.object({ filename: z.string() })))
  .handler(async ({ input: { importId } }) => {
    const [found] = await db
      .select({ filename: bookImport.filename })
      .from(bookImport)
      .where(eq(bookImport.id, importId))
    return found ?? null
  })

export const bookRouter = {
  list,
  listPage,
  listSummaries,
  listLetters,
  listLanguages,
  count,
  get,
  listNew,
  listRelated,
  listSimilar,
  importedFrom,
}
