import type { BookSummary } from '#features/book/book.schema.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import { fold } from '#lib/search/fold.ts'
import { searchWords } from '#lib/search/fold-words.ts'
import type { CatalogueColumns } from '../catalogue-columns.ts'
import { hitsAmong, ranked, readLocalTerm, type RowIndices } from './catalogue-search.ts'
import { compareKeys } from './compare-keys.ts'
import { LAST_KEY, sortTitle } from '../derive-book.ts'

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

export function bookAt(columns: CatalogueColumns, at: number): BookSummary {
  const genre = columns.genres[(columns.genreOf[at] ?? 0) - 1]
  return {
    id: columns.ids[at] ?? '',
    title: columns.titles[at] ?? '',
    author: columns.authors[columns.authorOf[at] ?? 0] ?? '',
    publisher: columns.publishers[columns.publisherOf[at] ?? 0] ?? '',
    genre: genre ? plainGenre(genre) : null,
  }
}

/** The indices of the books of a list, in its order. */
export function rowIndicesOf(columns: CatalogueColumns, query: Omit<CatalogueQuery, 'offset' | 'limit'>): RowIndices {
  const { search = '', sort = 'title', letter } = query
  const all = ordered(columns, sort)
  const isShown = filterOf(columns, query)
  if (search.trim() === '') {
    const from = letter === undefined || sort === 'added' ? 0 : beginning(columns, all, sort, letter)
    const shown = from === 0 ? all : all.slice(from)
    return isShown ? shown.filter(isShown) : shown
  }
  const term = readLocalTerm(search, columns)
  if (!term) return []
  const found = hitsAmong(columns, term, all)
  const hits = isShown ? found.filter(isShown) : found
  return sort === 'title' ? ranked(columns, term, hits) : hits
}

const ordered = ({ ids, byTitle, byAuthor }: CatalogueColumns, sort: Sort): Uint32Array =>
  sort === 'added' ? Uint32Array.from(ids, (_, at) => ids.length - 1 - at) : sort === 'author' ? byAuthor : byTitle

const keyOf = ({ titles, sortAuthors, authorOf }: CatalogueColumns, sort: Sort, at: number): string =>
  sort === 'author' ? (sortAuthors[authorOf[at] ?? 0] ?? '') : sortTitle(titles[at] ?? '')

/** Where a list is at a letter: behind all books that are filed before it. */
function beginning(columns: CatalogueColumns, all: Uint32Array, sort: Sort, letter: string): number {
  if (letter === '#') return 0
  const wanted = fold(letter)
  let [from, to] = [0, all.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (compareKeys(keyOf(columns, sort, all[middle] ?? 0), wanted) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** As in `isBy` of the server. */
const PARTING = /\s*[,;&]\s*|\s+(?:and|et|na)\s+/

/** Whether a list has a book; undefined for a list of all. */
export function filterOf(
  columns: CatalogueColumns,
  { genreId, author, publisher }: CatalogueFilter,
): ((at: number) => boolean) | undefined {
  if (genreId === undefined && author === undefined && publisher === undefined) return undefined
  const { genres, genreOf, authorOf, publisherOf } = columns
  const genre = genreId === undefined || genreId === 'none' ? 0 : genres.findIndex(({ id }) => id === genreId) + 1 || -1
  const authors = author === undefined ? undefined : authorsCalled(columns, author.trim())
  const publishers = publisher === undefined ? undefined : publishersCalled(columns, publisher.trim())
  return (at) =>
    (genreId === undefined || genreOf[at] === genre) &&
    (authors === undefined || authors[authorOf[at] ?? 0] === true) &&
    (publishers === undefined || publishers[publisherOf[at] ?? 0] === true)
}

/** For each author field whether it names the author. */
function authorsCalled({ authors, authorWords, sortAuthors }: CatalogueColumns, author: string): boolean[] {
  if (author === '') return sortAuthors.map((key) => key === LAST_KEY)
  const wanted = compared(author)
  const words = ` ${searchWords(author).join(' ')}`
  return authors.map((field, at) => {
    if (!authorWords[at]?.includes(words)) return false
    const names = compared(field)
    return names === wanted || names.split(PARTING).includes(wanted)
  })
}

function compared(name: string): string {
  const folded = fold(name)
  return folded.replaceAll(/[. ]+/g, ' ').trim() || folded
}

function publishersCalled({ publishers }: CatalogueColumns, publisher: string): boolean[] {
  const wanted = start(publisher)
  return publishers.map((field) => (publisher === '' ? field === '' : start(field) === wanted))
}

const start = (publisher: string): string => [...fold(publisher)].slice(0, 200).join('')
