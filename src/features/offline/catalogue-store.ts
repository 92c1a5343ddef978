import type { ShelfBook } from '#features/book/book.schema.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import { columnsOf } from './catalogue-columns.ts'
import { countErasures, eraseCopy, readCopy, writeCopy, type StoredCatalogue } from './catalogue-database.ts'
import { bookAt, placesOf, type CatalogueFilter, type CatalogueQuery } from './catalogue-list.ts'
import { CATALOGUE_PATH, type CatalogueAnswer } from './catalogue-wire.ts'
import { booksOfWhole, checkOf, isSameCheck } from './read-answer.ts'

export type { CatalogueQuery }

/** The catalogue on this phone, as it was when it was last refreshed. */
export interface OfflineCatalogue {
  /** Books. */
  count: number
  /** When the server was last asked. */
  refreshedAt: Date
  /** All genres by name, and how many books each has. */
  genres: (Genre & { bookCount: number })[]
  /** The book with this id, or with an id that begins so or that is longer; undefined without one. */
  get: (id: string) => ShelfBook | undefined
  /** The books that the server's list would have, in its order; `total` counts all, from the letter on. */
  list: (query: CatalogueQuery) => { books: ShelfBook[]; total: number }
  /** The letters of a list by title or author, in its order, `#` first, and how many books each has. */
  letters: (query: CatalogueFilter & { sort?: 'title' | 'author' | undefined }) => { letter: string; count: number }[]
}

/** What became of a refresh. */
export type RefreshOutcome =
  /** The copy is as the catalogue is; `isChanged` if it was not so before. */
  | { state: 'fresh'; isChanged: boolean }
  /** So many books that the person should say whether to load them: then `{ all: true }`. */
  | { state: 'offered'; count: number; bytes: number }
  /** More books than a phone can keep. */
  | { state: 'too-large' }
  /** Signed out, banned, or somebody else: nothing is kept here any more. */
  | { state: 'refused' }
  /** Without a line, without a server, without room: what was kept is as it was. */
  | { state: 'unavailable' }

/** Fetches what has changed, or all. Never throws. */
export async function refreshCatalogue(personId: string, { all = false } = {}): Promise<RefreshOutcome> {
  try {
    return await refresh(personId, all)
  } catch {
    return { state: 'unavailable' }
  }
}

async function refresh(personId: string, all: boolean): Promise<RefreshOutcome> {
  const erasures = await countErasures()
  const query = new URLSearchParams({ person: personId, ...(all && { all: '1' }) })
  const response = await fetch(`${CATALOGUE_PATH}?${query.toString()}`)
  if (response.status === 401 || response.status === 403) {
    await eraseCatalogue()
    return { state: 'refused' }
  }
  if (!response.ok) return { state: 'unavailable' }
  const answer: CatalogueAnswer = await response.json()
  if (answer.kind === 'offer') return { state: 'offered', count: answer.count, bytes: answer.bytes }
  if (answer.kind !== 'whole') return { state: 'unavailable' }
  const books = booksOfWhole(answer)
  if (!isSameCheck(checkOf(books), answer.check)) return { state: 'unavailable' }
  const columns = await columnsOf(books, answer.genres)
  const { version, check } = answer
  await writeCopy({ personId, version, check, isLarge: all, refreshedAt: Date.now(), columns }, erasures)
  return { state: 'fresh', isChanged: true }
}

/** The copy of a person; undefined without one. A copy of anybody else is erased. */
export async function openCatalogue(personId: string): Promise<OfflineCatalogue | undefined> {
  try {
    const copy = await readCopy()
    if (copy?.personId === personId) return catalogueOf(copy)
    if (copy) await eraseCopy()
  } catch {
    // Without IndexedDB, as in a private window of some browsers, there is no copy.
  }
  return undefined
}

/** Erases what is kept here, whoever it is of; what is being fetched meanwhile is not kept. Never throws. */
export async function eraseCatalogue(): Promise<void> {
  await eraseCopy().catch(() => undefined)
}

function catalogueOf({ columns, check, refreshedAt }: StoredCatalogue): OfflineCatalogue {
  return {
    count: check.count,
    refreshedAt: new Date(refreshedAt),
    genres: columns.genres.map((genre, index) => ({
      ...genre,
      bookCount: columns.genreOf.filter((one) => one === index + 1).length,
    })),
    get: (id) => {
      const at = columns.ids.findIndex((one) => one.startsWith(id) || id.startsWith(one))
      return at === -1 ? undefined : bookAt(columns, at)
    },
    list: (query) => {
      const places = placesOf(columns, query)
      const { offset = 0, limit } = query
      return { books: places.slice(offset, offset + limit).map((at) => bookAt(columns, at)), total: places.length }
    },
    letters: () => [],
  }
}
