import { foldedWords } from '#base/lib/search/fold-words.ts'

/** A search as people type it, and its expected first result. */
export interface JudgedQuery {
  query: string
  language: string
  /** A catalogue file to import in addition to the sample books. */
  catalogue?: string
  /** One of these must be the first hit or, without hits, the first similar book. */
  first: Wanted[]
}

/** A book matches if all given conditions hold. */
interface Wanted {
  /** The title without brackets at its end. */
  title?: string
  /** The beginning of the title. */
  begins?: string
  /** Words of the author. */
  author?: string
}

export interface JudgedBook {
  title: string
  author: string
}

export interface Judgement {
  query: string
  language: string
  /** Rank of the first matching book, from 1; undefined if none was shown. */
  rank: number | undefined
  /** The first result. */
  shown: JudgedBook | undefined
}

const wordsOf = (text: string): string => ` ${foldedWords(text).join(' ')} `
const withoutBrackets = (title: string): string => title.replace(/(\S)\s*([([][^()[\]]*[)\]]\s*)+$/, '$1')

const isWanted = (book: JudgedBook, { title, begins, author }: Wanted): boolean =>
  (title === undefined || wordsOf(withoutBrackets(book.title)) === wordsOf(title)) &&
  (begins === undefined || wordsOf(book.title).startsWith(wordsOf(begins).trimEnd())) &&
  (author === undefined || wordsOf(book.author).includes(wordsOf(author).trimEnd()))

/** Judges a search; `shown` are its results, hits before similar books. */
export function judge({ query, language, first }: JudgedQuery, shown: readonly JudgedBook[]): Judgement {
  const index = shown.findIndex((book) => first.some((wanted) => isWanted(book, wanted)))
  return { query, language, rank: index < 0 ? undefined : index + 1, shown: shown[0] }
}

/** The share of searches whose first result matches, and the mean reciprocal rank. */
export function scoreOf(judgements: readonly Judgement[]): { first: number; reciprocalRank: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    first: mean(judgements.map(({ rank }) => (rank === 1 ? 1 : 0))),
    reciprocalRank: mean(judgements.map(({ rank }) => (rank === undefined ? 0 : 1 / rank))),
  }
}
