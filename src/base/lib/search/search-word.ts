import { TITLE_END } from './fold-words.ts'
import { ARABIC_ARTICLE } from './title-and-author.ts'

/** A word of a search as it is looked for in words of books, which stand behind one space each. */
export interface SearchWord {
  /** A book's words contain one of these if they have this word; a short word is only found where a word begins. */
  patterns: string[]
  /** A book's words contain one of these if one begins with this word; in Arabic also behind the article. */
  beginnings: string[]
  /** The author's words contain this text if they have this word. */
  whole: string
}

/** Reads a word; `others` are whole words that mean the same, such as `#3` for 3. */
export function readWord(word: string, others: readonly string[] = []): SearchWord {
  const begins = /^[A-Z]/.test(word) ? [` ${word}`, ` ${ARABIC_ARTICLE}${word}`] : [` ${word}`]
  const wholes = others.flatMap((other) => [` ${other} `, ` ${other}${TITLE_END}`])
  return {
    patterns: [...([...word].length < 3 ? begins : [word]), ...wholes],
    beginnings: [...begins, ...wholes],
    whole: ` ${word} `,
  }
}

/** Whether a part of the words of a book stands in its title. */
export function isInTitle(all: string, part: string): boolean {
  const found = all.indexOf(part)
  return found !== -1 && all.indexOf(TITLE_END, found) !== -1
}
