import type { BookSummary } from '#features/book/book.schema.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import { fold } from '#lib/search/fold.ts'
import { searchWords } from '#lib/search/fold-words.ts'
import { sorted } from '#lib/search/sorted.ts'
import type { Catalogue, OfflineBook } from '../catalogue.ts'
import { LAST_KEY } from '../derive-book.ts'
import { hitsAmong, ranked, readLocalTerm, type BookList } from './catalogue-search.ts'
import { compareIds, compareKeys } from './compare-keys.ts'

/** Which books a readers' list shows. */
export interface CatalogueFilter {
  /** Id of a genre, or `none`. */
  genreId?: string | undefined
  /** One author, alone or among others, whatever the case, accents and dots; empty for books without one. */
  author?: string | undefined
  publisher?: string | undefined
}

export interface CatalogueQuery extends CatalogueFilter {
  search?: string | undefined
  /** `added`: the latest first. */
  sort?: 'title' | 'author' | 'added' | undefined
  /** Where the list begins, or `#`; passed over in a search, and by `added`. */
  letter?: string | undefined
  /** Books to pass over. */
  offset?: number | undefined
  /** Books, at most. */
  limit: number
}

type Sort = NonNullable<CatalogueQuery['sort']>

/** A genre as the screens know it. */
export const plainGenre = ({ id, name, slug, names, hue }: Genre): Genre => ({ id, name, slug, names, hue })

/** A book as the screens know it. */
export function summaryOf(genres: readonly Genre[], book: OfflineBook): BookSummary {
  const { id, title, author, publisher, genreId } = book
  const genre = genres.find((one) => one.id === genreId)
  // Pictures are not there offline: the cover is drawn.
  return { id, title, author, cover: null, publisher, genre: genre ? plainGenre(genre) : null }
}

/** The books of a list, in its order. */
export function booksOf(catalogue: Catalogue, query: Omit<CatalogueQuery, 'offset' | 'limit'>): BookList {
  const { search = '', sort = 'title', letter } = query
  const all = ordered(catalogue, sort)
  const isShown = filterOf(query)
  if (search.trim() === '') {
    const from = letter === undefined || sort === 'added' ? 0 : beginning(all, sort, letter)
    const shown = from === 0 ? all : all.slice(from)
    return isShown ? shown.filter(isShown) : shown
  }
  const term = readLocalTerm(search, catalogue)
  if (!term) return []
  const found = hitsAmong(catalogue, term, all)
  const hits = isShown ? found.filter(isShown) : found
  return sort === 'title' ? ranked(term, hits) : hits
}

const ordered = ({ byId, byTitle, byAuthor }: Catalogue, sort: Sort): OfflineBook[] =>
  sort === 'added' ? sorted(byId, (a, b) => compareIds(b, a)) : sort === 'author' ? byAuthor : byTitle

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

/** As in `isBy` of the server. */
const PARTING = /\s*[,;&]\s*|\s+(?:and|et|na)\s+/

/** Whether a list has a book; undefined for a list of all. */
export function filterOf({
  genreId,
  author,
  publisher,
}: CatalogueFilter): ((book: OfflineBook) => boolean) | undefined {
  const filters = [
    genreId === undefined ? undefined : (book: OfflineBook) => (book.genreId ?? 'none') === genreId,
    author === undefined ? undefined : isBy(author.trim()),
    publisher === undefined ? undefined : isFrom(publisher.trim()),
  ].filter((one) => one !== undefined)
  return filters.length === 0 ? undefined : (book) => filters.every((isShown) => isShown(book))
}

function isBy(author: string): (book: OfflineBook) => boolean {
  if (author === '') return ({ sortAuthor }) => sortAuthor === LAST_KEY
  const wanted = compared(author)
  const words = ` ${searchWords(author).join(' ')}`
  return (book) => {
    if (!book.authorWords.includes(words)) return false
    const names = compared(book.author)
    return names === wanted || names.split(PARTING).includes(wanted)
  }
}

function compared(name: string): string {
  const folded = fold(name)
  return folded.replaceAll(/[. ]+/g, ' ').trim() || folded
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

const start = (publisher: string): string => [...fold(publisher)].slice(0, 200).join('')
