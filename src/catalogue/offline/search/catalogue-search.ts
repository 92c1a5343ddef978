import { compareText } from '#base/lib/search/compare-text.ts'
import { searchWords, TITLE_END } from '#base/lib/search/fold-words.ts'
import { isInTitle, readWord, type SearchWord } from '#base/lib/search/search-word.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import { partTitleAndAuthor } from '#base/lib/search/title-and-author.ts'
import { numberWords, volumePattern } from '#base/lib/search/volume-number.ts'
import type { Catalogue, OfflineBook } from '../catalogue.ts'
import { searchTitle } from '../derive-book.ts'
import { compareIds } from './compare-keys.ts'

// Searches columns in memory by the rules of the server (base/db/list/search.server.ts, base/db/list/ranks.server.ts). A test
// compares the results of both. What a mistyped search may have meant is in catalogue-similar.ts.

/** A search as it was read. */
export interface LocalTerm {
  words: LocalWord[]
  /** What a book's words contain if the search stands in them. */
  phrase: string
  /** The search as the key of a title. */
  titleKey: string
  /** The search as a title with words of its author. */
  byAuthor: { titleKey: string; authorWords: string[] }[]
  /** Of the words of titles that are the volume of a series that the search names. */
  volume: RegExp | undefined
}

interface LocalWord extends SearchWord {
  /** The ids of the genres with a name of which a word begins with this word. */
  genres: Set<string | null>
}

/** Reads a search; undefined for one of punctuation alone, which finds nothing. */
export function readLocalTerm(search: string, { genres }: Catalogue): LocalTerm | undefined {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const numbers = numberWords(words.join(' '))
  const volume = volumePattern(words.join(' '))
  return {
    volume: volume === undefined ? undefined : new RegExp(volume),
    words: words.map((word) => ({
      ...readWord(word, numbers.get(word)),
      genres: new Set(genres.filter((genre) => genre.words.includes(` ${word}`)).map(({ id }) => id)),
    })),
    phrase: words.map((word) => ` ${word}`).join(''),
    titleKey: searchTitle(search),
    byAuthor: partTitleAndAuthor(search)
      .map(([title, author]) => ({ titleKey: searchTitle(title), authorWords: searchWords(author) }))
      .filter(({ titleKey, authorWords }) => titleKey !== '' && authorWords.length > 0),
  }
}

/** The words of all books as one text, where those of each book begin in it, and where the text ends. */
interface JoinedWords {
  text: string
  starts: number[]
}

const joined = new WeakMap<Catalogue, JoinedWords>()

/** Joined at the first search: one text is searched five times as fast as its parts. */
export function joinWords(catalogue: Catalogue): JoinedWords {
  const known = joined.get(catalogue)
  if (known) return known
  const words = catalogue.byId.map(({ allWords }) => allWords)
  const starts = [0]
  let end = 0
  for (const { length } of words) starts.push((end += length + 1))
  const made = { text: words.join('\n'), starts }
  joined.set(catalogue, made)
  return made
}

/** Adds the books that contain a pattern. */
function addBooks(catalogue: Catalogue, pattern: string, books: Set<OfflineBook>): void {
  const { text, starts } = joinWords(catalogue)
  let at = 0
  for (let found = text.indexOf(pattern); found !== -1; found = text.indexOf(pattern, starts[at])) {
    while ((starts[at + 1] ?? Infinity) <= found) at += 1
    const book = catalogue.byId[at]
    if (book) books.add(book)
    at += 1
  }
}

/**
 * The hits among some books, in their order: those with the longest word of the search that have the other words too.
 * Loops, since it is done at every letter that is typed.
 */
export function hitsAmong(catalogue: Catalogue, term: LocalTerm, books: readonly OfflineBook[]): OfflineBook[] {
  const [rarest, ...others] = sorted(term.words, (a, b) => b.whole.length - a.whole.length)
  const withRarest = new Set<OfflineBook>()
  for (const pattern of rarest?.patterns ?? []) addBooks(catalogue, pattern, withRarest)
  const hits: OfflineBook[] = []
  for (const book of books) {
    let isHit = withRarest.has(book) || rarest?.genres.has(book.genreId) === true
    for (const { patterns, genres } of others) {
      if (!isHit) break
      isHit = genres.has(book.genreId)
      for (const pattern of patterns) isHit ||= book.allWords.includes(pattern)
    }
    if (isHit) hits.push(book)
  }
  return hits
}

/** Up to this rank hits are found by their title, and sorted by the order of titles that begin alike. */
const LAST_TITLE_RANK = 4
const RANKS = 10

/** The rank of a hit that is found by its title, 1 to 4 as decision 24 says; undefined for any other. */
function titleRankOf(
  { titleKey, byAuthor }: LocalTerm,
  { searchTitle: key, authorWords }: OfflineBook,
): number | undefined {
  if (titleKey === '') return undefined
  if (key === titleKey) return 1
  for (const pair of byAuthor)
    if (key === pair.titleKey && pair.authorWords.every((word) => authorWords.includes(` ${word} `))) return 2
  if (!key.startsWith(titleKey)) return undefined
  return key[titleKey.length] === ' ' ? 3 : LAST_TITLE_RANK
}

/** The rank of any other hit, 5 to 10. */
function otherRankOf({ words, phrase, volume }: LocalTerm, { allWords, authorWords }: OfflineBook): number {
  const areInTitle = () => words.every(({ beginnings }) => beginnings.some((one) => isInTitle(allWords, one)))
  if (volume?.test(allWords.slice(0, allWords.indexOf(TITLE_END))) === true && areInTitle()) return 5
  if (isInTitle(allWords, phrase)) return 6
  // For a single word without an article, the test of the phrase was this test already.
  const isTried = words.length === 1 && words[0]?.beginnings.length === 1
  if (!isTried && areInTitle()) return 7
  if (words.every(({ whole }) => authorWords.includes(whole))) return 8
  return words.every(({ beginnings: [first = ''] }) => authorWords.includes(first)) ? 9 : RANKS
}

/** The rank of a hit, 1 to 10. */
export const rankOf = (term: LocalTerm, book: OfflineBook): number => titleRankOf(term, book) ?? otherRankOf(term, book)

/** The books of a list, which may be found out only as far as a page needs them. */
export interface BookList {
  length: number
  slice: (from: number, to: number) => OfflineBook[]
}

/**
 * Hits, which are in the order of titles, with the best first. The ranks behind the titles are computed only as far as a
 * page needs them: at the first letter of a search that is every other book.
 */
export function ranked(term: LocalTerm, hits: readonly OfflineBook[]): BookList {
  const byRank: OfflineBook[][] = Array.from({ length: RANKS + 1 }, () => [])
  const others: OfflineBook[] = []
  for (const book of hits) {
    const rank = titleRankOf(term, book)
    if (rank === undefined) others.push(book)
    else byRank[rank]?.push(book)
  }
  const first = byRank.flatMap((books) =>
    sorted(
      books,
      (a, b) => a.searchOrder - b.searchOrder || compareText(a.searchTitle, b.searchTitle) || compareIds(a, b),
    ),
  )
  const next = byRank[LAST_TITLE_RANK + (term.volume ? 1 : 2)] ?? []
  let seen = 0
  const slice = (from: number, to: number): OfflineBook[] => {
    for (; first.length + next.length < to && seen < others.length; seen += 1) {
      const book = others[seen]
      if (book) byRank[otherRankOf(term, book)]?.push(book)
    }
    // Of the ranks behind, some may still be missing.
    const behind = seen < others.length ? next : byRank.slice(LAST_TITLE_RANK + 1).flat()
    return [...first, ...behind].slice(from, to)
  }
  return { length: hits.length, slice }
}
