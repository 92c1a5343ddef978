import type { CatalogueColumns } from './catalogue-columns.ts'
import { compareText } from './compare-keys.ts'
import { searchTitle, searchWords, TITLE_END } from './derive-book.ts'

// The same search as the server's (db/list/search.server.ts, db/list/ranks.server.ts), over columns in memory; a test
// compares the two. Books that a mistyped search may have meant are the server's alone.

/** A search as it was read. */
export interface LocalTerm {
  words: Word[]
  /** What a book's words contain if the search stands in them. */
  phrase: string
  /** The search as the key of a title. */
  titleKey: string
  /** The search as a title with words of its author. */
  byAuthor: { titleKey: string; authorWords: string[] }[]
}

interface Word {
  /** A book's words contain one of these if they have this word: a short one only begins words. */
  patterns: string[]
  /** They contain one of these if a word begins so; in Arabic also behind the article. */
  beginnings: string[]
  /** What an author's words contain if this is one of them. */
  whole: string
  /** For each value of `genreOf`, whether a word of the genre's name begins so. */
  genres: boolean[]
}

/** A search of more words is no title with its author. */
const MOST_WORDS = 8
const ARABIC_ARTICLE = 'AB'

/** Reads a search; undefined for one of punctuation alone, which finds nothing. */
export function readLocalTerm(search: string, { genres }: CatalogueColumns): LocalTerm | undefined {
  const words = searchWords(search)
  if (words.length === 0) return undefined
  return {
    words: words.map((word) => {
      const beginnings = /^[A-Z]/.test(word) ? [` ${word}`, ` ${ARABIC_ARTICLE}${word}`] : [` ${word}`]
      return {
        patterns: [...word].length < 3 ? beginnings : [word],
        beginnings,
        whole: ` ${word} `,
        genres: [false, ...genres.map((genre) => genre.words.includes(` ${word}`))],
      }
    }),
    phrase: words.map((word) => ` ${word}`).join(''),
    titleKey: searchTitle(search),
    byAuthor: partsOf(search)
      .map(([title, author]) => ({ titleKey: searchTitle(title), authorWords: searchWords(author) }))
      .filter(({ titleKey, authorWords }) => titleKey !== '' && authorWords.length > 0),
  }
}

/** Every way to part a search in two: title and author. */
function partsOf(search: string): [title: string, author: string][] {
  const words = search.trim().split(/\s+/)
  if (words.length > MOST_WORDS) return []
  return words.slice(1).flatMap((_, index): [string, string][] => {
    const [head, tail] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return [
      [head, tail],
      [tail, head],
    ]
  })
}

/** The hits among some books, in their order. Loops, since it is done at every letter that is typed. */
export function hitsAmong({ words, genreOf }: CatalogueColumns, term: LocalTerm, places: Uint32Array): number[] {
  const hits: number[] = []
  for (const at of places) {
    const all = words[at] ?? ''
    let isHit = true
    for (const { patterns, genres } of term.words) {
      isHit = genres[genreOf[at] ?? 0] === true
      for (const pattern of patterns) isHit ||= all.includes(pattern)
      if (!isHit) break
    }
    if (isHit) hits.push(at)
  }
  return hits
}

/** Up to this rank hits are sorted by the order of titles that begin alike. */
const LAST_TITLE_RANK = 4
const RANKS = 9

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

/** The rank of any other hit, 5 to 9. */
function rankOf(columns: CatalogueColumns, { words, phrase }: LocalTerm, at: number): number {
  const author = columns.authorWords[columns.authorOf[at] ?? 0] ?? ''
  const all = columns.words[at] ?? ''
  if (isInTitle(all, phrase)) return 5
  // Of one word without an article the phrase has said it.
  const isTried = words.length === 1 && words[0]?.beginnings.length === 1
  if (!isTried && words.every(({ beginnings }) => beginnings.some((one) => isInTitle(all, one)))) return 6
  if (words.every(({ whole }) => author.includes(whole))) return 7
  return words.every(({ beginnings: [first = ''] }) => author.includes(first)) ? 8 : RANKS
}

function isInTitle(all: string, part: string): boolean {
  const found = all.indexOf(part)
  return found !== -1 && all.indexOf(TITLE_END, found) !== -1
}

/** The places of a list. */
export interface Places {
  length: number
  slice: (from: number, to: number) => ArrayLike<number>
}

/**
 * Hits, which are in the order of titles, with the best first. The ranks behind the titles are computed only for a page
 * that reaches there: at the first letter of a search that is every other book.
 */
export function ranked(columns: CatalogueColumns, term: LocalTerm, hits: readonly number[]): Places {
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
  let all: number[] | undefined
  const rankAll = (): number[] => {
    for (const at of others) byRank[rankOf(columns, term, at)]?.push(at)
    return byRank.flat()
  }
  const slice = (from: number, to: number): number[] => {
    if (to <= first.length) return first.slice(from, to)
    all ??= rankAll()
    return all.slice(from, to)
  }
  return { length: hits.length, slice }
}
