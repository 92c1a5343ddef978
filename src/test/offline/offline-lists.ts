import { isDeepStrictEqual } from 'node:util'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import type { BookListInput } from '#catalogue/book/list/book-list.schema.ts'
import type { OfflineCatalogue } from '#catalogue/offline/catalogue-view.ts'
import type { SignedInCaller } from '../callers.ts'

/** A list of a reader. */
export type ReadersList = Omit<BookListInput, 'sort' | 'subject' | 'origin' | 'importId' | 'limit' | 'cursor'> & {
  sort: 'title' | 'author' | 'added' | 'year' | 'year-asc' | 'shelfMark'
}

const PAGE = 100

/**
 * Where the offline list differs from the server's, so many books of it at most; undefined where they are equal: the
 * same books in the same order, and as many.
 */
export async function differenceOf(
  reader: SignedInCaller,
  offline: OfflineCatalogue,
  { searchTerm = '', ...asked }: ReadersList,
  most = 300,
): Promise<unknown> {
  let cursor: string | null | undefined
  for (let offset = 0; offset < most && cursor !== null; offset += PAGE) {
    const page = await reader.call(bookRouter.listSummaries, {
      searchTerm,
      ...asked,
      limit: PAGE,
      ...(cursor !== undefined && { cursor }),
    })
    cursor = page.nextCursor
    const { books, total } = offline.list({ search: searchTerm, ...asked, offset, limit: PAGE })
    const counted = page.total ?? (await reader.call(bookRouter.count, { searchTerm, ...asked })).total
    if (total !== counted) return { searchTerm, ...asked, total: counted, offline: total }
    for (const [at, item] of page.items.entries()) {
      if (!isDeepStrictEqual(item, books[at]))
        return { searchTerm, ...asked, at: offset + at, server: item, offline: books[at] }
    }
    if (books.length !== page.items.length) return { searchTerm, ...asked, more: books[page.items.length]?.title }
  }
  return undefined
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Lists as readers ask for them: words, beginnings and filters from the books that there are, letters, and every order. */
export function randomLists(offline: OfflineCatalogue, count: number, seed: number): ReadersList[] {
  const next = seededNumbers(seed)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)]
  const books = offline.list({ limit: Infinity }).books.flatMap(({ id }) => offline.get(id) ?? [])
  const series = books.filter((book) => book.series !== '')
  const part = (text: string): string => text.slice(0, 1 + Math.floor(next() * text.length))
  const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
  const someWords = (text: string): string => {
    const all = words(text)
    const from = Math.floor(next() * all.length)
    const some = all.slice(from, from + 1 + Math.floor(next() * 3))
    return (next() < 0.5 ? some : [...some.slice(0, -1), part(some.at(-1) ?? '')]).join(' ')
  }
  const searches: (() => string)[] = [
    () => someWords(pick(books)?.title ?? ''),
    () => part(pick(books)?.title ?? ''),
    () => someWords(pick(books)?.author ?? ''),
    () => `${someWords(pick(books)?.title ?? '')} ${someWords(pick(books)?.author ?? '')}`,
    () => {
      const book = pick(books)
      return next() < 0.5
        ? `${book?.title} ${someWords(book?.author ?? '')}`
        : `${someWords(book?.author ?? '')} ${book?.title}`
    },
    () => part(pick(offline.genres)?.name ?? ''),
    () => part(pick(series)?.series ?? ''),
    () => pick(pick(books)?.isbn ?? []) ?? '',
    () => part(pick(books)?.shelfMark ?? ''),
    () => pick(['a', 'e', 'ال', 'the', 'la', 'wa', 'é', '1', '%', '_', 'the ', "l'", '..']) ?? '',
  ]
  const genreId = (): string | undefined => (next() < 0.2 ? 'none' : pick(offline.genres)?.id)
  return Array.from({ length: count }, (): ReadersList => {
    const searchTerm = next() < 0.75 ? (pick(searches)?.() ?? '').slice(0, 200).trim() : ''
    const sort = pick(['title', 'title', 'author', 'added', 'year', 'year-asc', 'shelfMark'] as const) ?? 'title'
    const letters = sort === 'title' || sort === 'author' ? offline.letters({ sort }) : []
    return {
      searchTerm,
      sort,
      ...(next() < 0.2 && { genreId: genreId() }),
      ...(next() < 0.15 && {
        author: pick([
          pick(words(pick(books)?.author ?? '')) ?? '',
          pick(books)?.author ?? '',
          pick((pick(books)?.author ?? '').split(', ')) ?? '',
        ]),
      }),
      ...(next() < 0.1 && { publisher: pick(books)?.publisher ?? '' }),
      ...(next() < 0.1 && { series: pick(series)?.series ?? '' }),
      ...(next() < 0.1 && { language: pick(books)?.language ?? 'sw' }),
      ...(next() < 0.1 && { yearFrom: pick(books)?.year ?? 1950 }),
      ...(next() < 0.1 && { yearTo: pick(books)?.year ?? 2000 }),
      ...(searchTerm === '' && letters.length > 0 && next() < 0.4 && { letter: pick(letters)?.letter }),
    }
  })
}
