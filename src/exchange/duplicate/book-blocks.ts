import { consonantsOf } from '#base/lib/search/consonants.ts'
import type { BookProfile } from './book-profile.ts'

/** Words of a title, and of the authors, that make blocks: the longest ones, which are rare in any library. */
const TITLE_WORDS = 3

/** The stored values by which a book is found as a possible duplicate of others. */
export interface BookKey {
  main: string
  title: string
  blocks: number[]
}

/** Computes the key of a book. Blocks are hashes of pairs of words, so that one typo does not change all of them. */
export function keyOf(profile: BookProfile): BookKey {
  const main = profile.main.map(consonantsOf)
  const words = longest(main, TITLE_WORDS)
  const names = namesOf(profile.authors)
  const letters = main.join('')
  const [name = ''] = names
  const pairs = [
    ...words.flatMap((word) => (names.length > 0 ? names : ['']).map((one) => `${word} ${one}`)),
    ...words.flatMap((word, at) => words.slice(at + 1).map((next) => [word, next].toSorted().join('+'))),
    // For titles of one word, in which a typo may change every block above.
    `${name}>${letters.slice(0, 2)}`,
    `${name}<${letters.slice(-2)}`,
    // Two, so that one ISBN is enough for two books to be compared.
    ...profile.isbns.flatMap((isbn) => [isbn, `${isbn}#`]),
  ]
  return {
    main: main.join(' '),
    title: profile.title.map(consonantsOf).join(' '),
    blocks: [...new Set(pairs.map(hashOf))],
  }
}

/** The surname and the longest other name of the first author, and the surname of the second. */
function namesOf([first = [], second = []]: readonly string[][]): string[] {
  const surname = first.at(-1)
  const other = longest(
    first.slice(0, -1).filter((name) => name.length > 1),
    1,
  )
  return [surname, ...other, second.at(-1)].flatMap((name) => (name === undefined ? [] : [consonantsOf(name)]))
}

const longest = (words: readonly string[], most: number): string[] =>
  [...new Set(words)].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1)).slice(0, most)

/** FNV-1a, 32 bits, signed as PostgreSQL's integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash | 0
}
