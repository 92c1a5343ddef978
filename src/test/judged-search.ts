import { foldedWords } from '#lib/fold-words.ts'

/** A search as people type it, and what must come first. */
export interface JudgedQuery {
  query: string
  language: string
  /** A catalogue file that has to be imported beside the sample books. */
  catalogue?: string
  /** One of these must be the first hit, or the first similar book where there is no hit. */
  first: Wanted[]
}

/** Everything that is given must be true of a book. */
interface Wanted {
  /** The title, but for brackets at its end. */
  title?: string
  /** What the title begins with. */
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
  /** Of the first book that is right, from 1; undefined if none of those that were shown is. */
  place: number | undefined
  /** What came first. */
  shown: JudgedBook | undefined
}

const wordsOf = (text: string): string => ` ${foldedWords(text).join(' ')} `
const withoutBrackets = (title: string): string => title.replace(/(\S)\s*([([][^()[\]]*[)\]]\s*)+$/, '$1')

const isWanted = (book: JudgedBook, { title, begins, author }: Wanted): boolean =>
  (title === undefined || wordsOf(withoutBrackets(book.title)) === wordsOf(title)) &&
  (begins === undefined || wordsOf(book.title).startsWith(wordsOf(begins).trimEnd())) &&
  (author === undefined || wordsOf(book.author).includes(wordsOf(author).trimEnd()))

/** Where the right book stands; `shown` is what the search gives, hits before similar books. */
export function judge({ query, language, first }: JudgedQuery, shown: readonly JudgedBook[]): Judgement {
  const index = shown.findIndex((book) => first.some((wanted) => isWanted(book, wanted)))
  return { query, language, place: index < 0 ? undefined : index + 1, shown: shown[0] }
}

/** The share of searches whose first hit is right, and the mean reciprocal rank. */
export function scoreOf(judgements: readonly Judgement[]): { first: number; reciprocalRank: number } {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    first: mean(judgements.map(({ place }) => (place === 1 ? 1 : 0))),
    reciprocalRank: mean(judgements.map(({ place }) => (place === undefined ? 0 : 1 / place))),
  }
}
