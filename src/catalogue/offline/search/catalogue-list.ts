import type { BookSummary } from '#catalogue/book/book.schema.ts'
import type { OfflineFilter, OfflineQuery, OfflineSort } from '#catalogue/book/search/offline-list.schema.ts'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import { readIsbn } from '#base/lib/isbn.ts'
import { authorKey } from '#base/lib/search/author-key.ts'
import { fold } from '#base/lib/search/fold.ts'
import { searchWords } from '#base/lib/search/fold-words.ts'
import { inBracketsPattern } from '#base/lib/search/series-in-title.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import type { Catalogue, OfflineBook } from '../catalogue.ts'
import type { WireBook } from '../catalogue-wire.ts'
import { LAST_KEY } from '../derive-book.ts'
import { hitsAmong, ranked, readLocalTerm, type BookList } from './catalogue-search.ts'
import { orderedBy } from './catalogue-orders.ts'
import { compareIds, compareKeys } from './compare-keys.ts'

/** A genre as the screens know it. */
export const plainGenre = ({ id, name, slug, names, hue }: Genre): Genre => ({ id, name, slug, names, hue })

/** A book as lists show it. */
export function summaryOf(genres: readonly Genre[], book: OfflineBook): BookSummary {
  const { id, title, author, publisher, genreId } = book
  const genre = genres.find((one) => one.id === genreId)
  // Pictures are not there offline: the cover is drawn.
  return { id, title, author, cover: null, publisher, genre: genre ? plainGenre(genre) : null }
}

/** A book with all that is here of it. */
export type OfflineWholeBook = BookSummary & Omit<WireBook, 'genreId' | 'otherTitles'>

/** A book as its page shows it. */
export function wholeOf(genres: readonly Genre[], book: OfflineBook): OfflineWholeBook {
  const { isbn, year, language, series, volume, shelfMark } = book
  return { ...summaryOf(genres, book), isbn, year, language, series, volume, shelfMark }
}

/** The books of a list, in its order. */
export function booksOf(catalogue: Catalogue, query: Omit<OfflineQuery, 'offset' | 'limit'>): BookList {
  const { search = '', sort = 'title', letter } = query
  const all = ordered(catalogue, sort)
  const isShown = filterOf(query)
  if (search.trim() === '') {
    const from = letter !== undefined && (sort === 'title' || sort === 'author') ? beginning(all, sort, letter) : 0
    const shown = from === 0 ? all : all.slice(from)
    return isShown ? shown.filter(isShown) : shown
  }
  const named = withIsbn(all, search)
  if (named.length > 0) return isShown ? named.filter(isShown) : named
  const term = readLocalTerm(search, catalogue)
  if (!term) return []
  const found = hitsAmong(catalogue, term, all)
  const hits = isShown ? found.filter(isShown) : found
  return sort === 'title' ? ranked(term, hits) : hits
}

/** The books with an ISBN, if that is what was searched for. */
function withIsbn(books: readonly OfflineBook[], search: string): OfflineBook[] {
  const isbn = readIsbn(search.trim())
  return isbn === undefined ? [] : books.filter((book) => book.isbn.includes(isbn))
}

function ordered({ byId, byTitle, byAuthor }: Catalogue, sort: OfflineSort): readonly OfflineBook[] {
  if (sort === 'title') return byTitle
  if (sort === 'author') return byAuthor
  if (sort === 'added') return sorted(byId, (a, b) => compareIds(b, a))
  return orderedBy(byTitle, sort)
}

/** Where a list is at a letter: behind all books that are filed before it. */
function beginning(all: readonly OfflineBook[], sort: 'title' | 'author', letter: string): number {
  if (letter === '#') return 0
  const wanted = fold(letter)
  const key = sort === 'author' ? 'sortAuthor' : 'sortTitle'
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compareKeys(all[middle]?.[key] ?? '', wanted) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** Separators of several authors in a field, as `isBy` of the server has them. */
const PARTING = /\s*[,;&]\s*|\s+(?:and|et|na)\s+/

/** Whether a list has a book; undefined for a list of all. */
export function filterOf({
  genreId,
  author,
  publisher,
  language,
  yearFrom,
  yearTo,
  series,
}: OfflineFilter): ((book: OfflineBook) => boolean) | undefined {
  const conditions = {
    genreId: genreId === undefined ? undefined : (book: OfflineBook) => (book.genreId ?? 'none') === genreId,
    author: author === undefined ? undefined : isBy(author.trim()),
    publisher: publisher === undefined ? undefined : isFrom(publisher.trim()),
    language: language === undefined ? undefined : (book: OfflineBook) => book.language === language,
    yearFrom: yearFrom === undefined ? undefined : ({ year }: OfflineBook) => year !== null && year >= Number(yearFrom),
    yearTo: yearTo === undefined ? undefined : ({ year }: OfflineBook) => year !== null && year <= Number(yearTo),
    series: series === undefined ? undefined : isOf(series.trim()),
  } satisfies Record<keyof OfflineFilter, ((book: OfflineBook) => boolean) | undefined>
  const filters = Object.values(conditions).filter((one) => one !== undefined)
  return filters.length === 0 ? undefined : (book) => filters.every((isShown) => isShown(book))
}

function isBy(author: string): (book: OfflineBook) => boolean {
  if (author === '') return ({ sortAuthor }) => sortAuthor === LAST_KEY
  const wanted = authorKey(author)
  const words = ` ${searchWords(author).join(' ')}`
  return (book) => {
    if (!book.authorWords.includes(words)) return false
    const names = authorKey(book.author)
    return names === wanted || names.split(PARTING).includes(wanted)
  }
}

function isFrom(publisher: string): (book: OfflineBook) => boolean {
  const wanted = start(publisher)
  const known = new Map([['', publisher === '']])
  return (book) => {
    const answer = known.get(book.publisher) ?? start(book.publisher) === wanted
    known.set(book.publisher, answer)
    return answer
  }
}

function isOf(series: string): (book: OfflineBook) => boolean {
  const wanted = fold(series)
  const words = searchWords(series).join(' ')
  const inBrackets = new RegExp(inBracketsPattern(wanted))
  return ({ allWords, title, series: own }) =>
    allWords.includes(words) && (own === '' ? inBrackets.test(fold(title)) : fold(own) === wanted)
}

const start = (publisher: string): string => [...fold(publisher)].slice(0, 200).join('')
