import { consonantsOf } from '#base/lib/search/consonants.ts'
import { editDistance } from '#base/lib/search/edit-distance.ts'
import { foldedWords } from '#base/lib/search/fold-words.ts'

interface NamedBook {
  title: string
  author: string
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Arabic}/u]
const scriptOf = (text: string): number => SCRIPTS.findIndex((script) => script.test(text))

/**
 * Whether a record of another catalogue may be of a book that is here: catalogues write titles with and without subtitle and
 * series, so that most of the shorter title is enough. Of titles in different scripts the authors decide.
 */
export function isSameBook(one: NamedBook, other: NamedBook): boolean {
  if (sharesMost(foldedWords(one.title), foldedWords(other.title))) return true
  if (scriptOf(one.title) === scriptOf(other.title)) return false
  return sharesMost(foldedWords(one.author).map(consonantsOf), foldedWords(other.author).map(consonantsOf))
}

/** Whether most of the shorter text is in the other. Long words count more than little ones. */
function sharesMost(one: readonly string[], other: readonly string[]): boolean {
  const [few, many] = weightOf(one) <= weightOf(other) ? [one, other] : [other, one]
  const shared = few.filter((word) => many.some((candidate) => isSameWord(word, candidate)))
  return weightOf(shared) > weightOf(few) / 2
}

const weightOf = (words: readonly string[]): number => words.reduce((sum, { length }) => sum + length ** 2, 0)

const isSameWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 5 && editDistance(one, other) <= 1)
