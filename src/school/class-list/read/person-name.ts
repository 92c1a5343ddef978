import { foldedWords } from '#base/lib/search/fold-words.ts'

/** A word of two letters or more in capitals, such as a family name is often written: `NDIAYE`, `N'DIAYE`, `BA`. */
const isInCapitals = (word: string): boolean =>
  /\p{Lu}.*\p{Lu}/u.test(word) &&
  !word.includes('.') &&
  word === word.toUpperCase() &&
  (word.length > 2 || /[AEIOUY]/.test(word))

/** Lower case but for the first letter of each part: `N'DIAYE-BA` becomes `N'Diaye-Ba`. */
const capitalized = (word: string): string =>
  word.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

const wordsOf = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean)

const withoutCapitals = (words: readonly string[]): string[] =>
  words.map((word) => (isInCapitals(word) ? capitalized(word) : word))

/**
 * A name as it is shown, the first name first. In one cell, `Ndiaye, Fatou` is turned, and so is `NDIAYE Fatou`, where capitals
 * tell the family name. Words in capitals become ordinary ones.
 */
export function fullName(name: string, firstName = ''): string {
  const first = wordsOf(firstName)
  const last = wordsOf(name)
  if (first.length > 0) return withoutCapitals([...first, ...last]).join(' ')
  const [before = '', after, ...more] = name.split(/[,،]/)
  if (after?.trim() && more.length === 0) return withoutCapitals([...wordsOf(after), ...wordsOf(before)]).join(' ')
  const firstOrdinary = last.findIndex((word) => !isInCapitals(word))
  const isFamilyFirst = firstOrdinary > 0 && last.slice(firstOrdinary).every((word) => !isInCapitals(word))
  return withoutCapitals(isFamilyFirst ? [...last.slice(firstOrdinary), ...last.slice(0, firstOrdinary)] : last).join(
    ' ',
  )
}

/** Equal for names that differ in case, accents, hyphens and spaces only: `عبد الرحمن` is `عبدالرحمن`. */
export const nameKey = (name: string): string => foldedWords(name).join('')

/** Equal for names with the same words in another order: `Ndiaye Awa` is `Awa Ndiaye`. */
export const turnedNameKey = (name: string): string => foldedWords(name).toSorted().join('')

/** Whether two names have no word alike: a number that was given to another person. */
export function areOtherNames(one: string, other: string): boolean {
  const words = new Set(foldedWords(one))
  return nameKey(one) !== nameKey(other) && !foldedWords(other).some((word) => words.has(word))
}
