import { sorted } from '#base/lib/search/sorted.ts'
import type { CatalogueCheck, CatalogueDifference, CatalogueGenre, WholeCatalogue, WireBook } from './catalogue-wire.ts'
import { toRows } from '#base/lib/columns.ts'
import { deriveBook, type DerivedFields } from './derive-book.ts'
import { compareIds, compareKeys } from './search/compare-keys.ts'
import { yieldToBrowser } from './yield-to-browser.ts'

/** A book of the offline catalogue: what was sent, and what is computed of it. */
export type OfflineBook = WireBook & DerivedFields

/** The offline catalogue in memory. */
export interface Catalogue {
  genres: CatalogueGenre[]
  /** The same books in three orders; by their ids the latest is the last. */
  byId: OfflineBook[]
  byTitle: OfflineBook[]
  byAuthor: OfflineBook[]
}

/** Books that are computed at a stretch: ten milliseconds of an old phone. */
const AT_A_STRETCH = 100

const compareTitles = (a: OfflineBook, b: OfflineBook): number =>
  compareKeys(a.sortTitle, b.sortTitle) || compareIds(a, b)
const compareAuthors = (a: OfflineBook, b: OfflineBook): number =>
  compareKeys(a.sortAuthor, b.sortAuthor) || compareTitles(a, b)

/** The catalogue after an answer of the server to `before`; undefined if it is not the server's: all must be fetched. */
export async function catalogueAfter(
  answer: WholeCatalogue | CatalogueDifference,
  before: Catalogue | undefined,
): Promise<Catalogue | undefined> {
  const sent = answer.books ? toRows(answer.books) : []
  const base = answer.kind === 'difference' ? before : undefined
  const gone = new Set([...(answer.kind === 'difference' ? answer.removed : []), ...sent.map(({ id }) => id)])
  const without = (books: readonly OfflineBook[] = []) => books.filter(({ id }) => !gone.has(id))
  const genres = answer.genres ?? base?.genres
  if (!genres || !isSameCheck(checkOf([...without(base?.byId), ...sent]), answer.check)) return undefined
  const added: OfflineBook[] = []
  for (const [at, book] of sent.entries()) {
    added.push({ ...book, ...deriveBook(book) })
    // Awaited in the loop on purpose: the browser gets its turn between two stretches.
    if (at % AT_A_STRETCH === 0) await yieldToBrowser()
  }
  // What is in order already, and a few books behind it, is sorted at once.
  const inOrder = async (
    books: readonly OfflineBook[] | undefined,
    compare: (a: OfflineBook, b: OfflineBook) => number,
  ): Promise<OfflineBook[]> => {
    await yieldToBrowser()
    return sorted([...without(books), ...added], compare)
  }
  return {
    genres,
    byId: await inOrder(base?.byId, compareIds),
    byTitle: await inOrder(base?.byTitle, compareTitles),
    byAuthor: await inOrder(base?.byAuthor, compareAuthors),
  }
}

const IDS = 2 ** 48

/** Sums over the books; they differ from the server's if a book is missing or too much. */
function checkOf(books: readonly WireBook[]): CatalogueCheck {
  let ids = 0
  for (const { id } of books) ids = (ids + Number.parseInt(id.slice(-12), 16)) % IDS
  const texts = books
    .map(({ title, author, publisher, isbn, year, language, series, volume, shelfMark, otherTitles }) =>
      [title, author, publisher, ...isbn, year, language, series, volume, shelfMark, otherTitles].join(''),
    )
    .join('')
  return { count: books.length, ids, bytes: new TextEncoder().encode(texts).length }
}

const isSameCheck = (a: CatalogueCheck, b: CatalogueCheck): boolean =>
  a.count === b.count && a.ids === b.ids && a.bytes === b.bytes
