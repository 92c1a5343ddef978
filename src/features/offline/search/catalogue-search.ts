import { compareText } from '#lib/search/compare-text.ts'
import { searchWords, TITLE_END } from '#lib/search/fold-words.ts'
import { isInTitle, readWord, type SearchWord } from '#lib/search/search-word.ts'
import { sorted } from '#lib/search/sorted.ts'
import { partTitleAndAuthor } from '#lib/search/title-and-author.ts'
import { numberWords, volumePattern } from '#lib/search/volume-number.ts'
import type { CatalogueColumns } from '../catalogue-columns.ts'
import { searchTitle } from '../derive-book.ts'

// The same search as the server's (db/list/search.server.ts, db/list/ranks.server.ts), over columns in memory; a test
// compares the two. What a mistyped search may have meant is in catalogue-similar.ts.

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
  /** For each value of `genreOf`, whether a word of the genre's name begins so. */
  genres: boolean[]
}

/** Reads a search; undefined for one of punctuation alone, which finds nothing. */
export function readLocalTerm(search: string, { genres }: CatalogueColumns): LocalTerm | undefined {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  const numbers = numberWords(words.join(' '))
  const volume = volumePattern(words.join(' '))
  return {
    volume: volume === undefined ? undefined : new RegExp(volume),
    words: words.map((word) => ({
      ...readWord(word, numbers.get(word)),
      genres: [false, ...genres.map((genre) => genre.words.includes(` ${word}`))],
    })),
    phrase: words.map((word) => ` ${word}`).join(''),
    titleKey: searchTitle(search),
    byAuthor: partTitleAndAuthor(search)
      .map(([title, author]) => ({ titleKey: searchTitle(title), authorWords: searchWords(author) }))
      .filter(({ titleKey, authorWords }) => titleKey !== '' && authorWords.length > 0),
  }
}

/** The words of all books as one text, and where those of each book begin in it. */
export interface JoinedWords {
  text: string
  starts: Uint32Array
}

const joined = new WeakMap<CatalogueColumns, JoinedWords>()

/** Joined at the first search: one text is searched five times as fast as a hundred thousand (30 and 6 ms). */
export function joinWords(columns: CatalogueColumns): JoinedWords {
  const known = joined.get(columns)
  if (known) return known
  const { words } = columns
  const starts = new Uint32Array(words.length + 1)
  let end = 0
  for (const [at, one] of words.entries()) {
    starts[at] = end
    end += one.length + 1
  }
  starts[words.length] = end
  const made = { text: words.join('\n'), starts }
  joined.set(columns, made)
  return made
}

/** Marks the books that contain a pattern. */
function markBooks({ text, starts }: JoinedWords, pattern: string, marks: Uint8Array): void {
  let at = 0
  for (let found = text.indexOf(pattern); found !== -1; found = text.indexOf(pattern, starts[at])) {
    while ((starts[at + 1] ?? Infinity) <= found) at += 1
    marks[at] = 1
    at += 1
  }
}

/**
 * The hits among some books, in their order: those with the longest word of the search that have the other words too.
 * Loops, since it is done at every letter that is typed.
 */
export function hitsAmong(columns: CatalogueColumns, term: LocalTerm, indices: Uint32Array): number[] {
  const { words, genreOf } = columns
  const [rarest, ...others] = sorted(term.words, (a, b) => b.whole.length - a.whole.length)
  const marks = new Uint8Array(words.length)
  const all = joinWords(columns)
  for (const pattern of rarest?.patterns ?? []) markBooks(all, pattern, marks)
  const hits: number[] = []
  for (const at of indices) {
    const genre = genreOf[at] ?? 0
    let isHit = marks[at] === 1 || rarest?.genres[genre] === true
    for (const { patterns, genres } of others) {
      if (!isHit) break
      isHit = genres[genre] === true
      for (const pattern of patterns) isHit ||= words[at]?.includes(pattern) === true
    }
    if (isHit) hits.push(at)
  }
  return hits
}

/** Up to this rank hits are sorted by the order of titles that begin alike. */
const LAST_TITLE_RANK = 4
const RANKS = 10

/** The rank of a hit that is found by its title, 1 to 4 as decision 24 says; undefined for any other. */
function titleRankOf(columns: CatalogueColumns, { titleKey, byAuthor }: LocalTerm, at: number): number | undefined {
  if (titleKey === '') return undefined
  const key = columns.searchTitles[at] ?? ''
  if (key === titleKey) return 1
  for (const pair of byAuthor) {
    const author = columns.authorWords[columns.authorOf[at] ?? 0] ?? ''
    if (key === pair.titleKey && pair.authorWords.every((word) => author.includes(` ${word} `))) return 2
  }
  if (!key.startsWith(titleKey)) return undefined
  return key[titleKey.length] === ' ' ? 3 : LAST_TITLE_RANK
}

/** The rank of any other hit, 5 to 10. */
function rankOf(columns: CatalogueColumns, { words, phrase, volume }: LocalTerm, at: number): number {
  const author = columns.authorWords[columns.authorOf[at] ?? 0] ?? ''
  const all = columns.words[at] ?? ''
  const areInTitle = () => words.every(({ beginnings }) => beginnings.some((one) => isInTitle(all, one)))
  if (volume?.test(all.slice(0, all.indexOf(TITLE_END))) === true && areInTitle()) return 5
  if (isInTitle(all, phrase)) return 6
  // Of one word without an article the phrase has said it.
  const isTried = words.length === 1 && words[0]?.beginnings.length === 1
  if (!isTried && areInTitle()) return 7
  if (words.every(({ whole }) => author.includes(whole))) return 8
  return words.every(({ beginnings: [first = ''] }) => author.includes(first)) ? 9 : RANKS
}

/** The indices of the books of a list. */
export interface RowIndices {
  length: number
  slice: (from: number, to: number) => ArrayLike<number>
}

/**
 * Hits, which are in the order of titles, with the best first. The ranks behind the titles are computed only as far as a
 * page needs them: at the first letter of a search that is every other book.
 */
export function ranked(columns: CatalogueColumns, term: LocalTerm, hits: readonly number[]): RowIndices {
  const byRank: number[][] = Array.from({ length: RANKS + 1 }, () => [])
  const others: number[] = []
  for (const at of hits) {
    const rank = titleRankOf(columns, term, at)
    if (rank === undefined) others.push(at)
    else byRank[rank]?.push(at)
  }
  const order = (at: number): number => columns.searchOrders[at] ?? 0
  const title = (at: number): string => columns.searchTitles[at] ?? ''
  for (const titles of byRank.slice(0, LAST_TITLE_RANK + 1))
    // In place: see `inOrder`.
    titles.sort((a, b) => order(a) - order(b) || compareText(title(a), title(b)) || a - b)
  const first = byRank.flat()
  const next = byRank[LAST_TITLE_RANK + (term.volume ? 1 : 2)] ?? []
  let seen = 0
  const slice = (from: number, to: number): number[] => {
    for (; first.length + next.length < to && seen < others.length; seen += 1) {
      const at = others[seen] ?? 0
      byRank[rankOf(columns, term, at)]?.push(at)
    }
    // Of the ranks behind, some may still be missing.
    return (seen < others.length ? [...first, ...next] : byRank.flat()).slice(from, to)
  }
  return { length: hits.length, slice }
}

/** The rank of a hit, 1 to 10. */
export const rankAt = (columns: CatalogueColumns, term: LocalTerm, at: number): number =>
  titleRankOf(columns, term, at) ?? rankOf(columns, term, at)
