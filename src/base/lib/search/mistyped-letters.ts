import { editDistance } from './edit-distance.ts'
import { ARABIC_ARTICLE } from './title-and-author.ts'

/** Minimum length of a word at which two neighbouring letters may be swapped, one typo is allowed, and two. */
const SWAP_FROM = 3
const ONE_TYPO_FROM = 4
const TWO_TYPOS_FROM = 8
/** Longer words are not stored in the index of words. */
const LONGEST = 40
/** A word of this many letters may be initials: `jrrt`. */
const MOST_INITIALS = 4

/** The Arabic article as `fold_words` writes it. Ignored, because too many words begin with it. */
export const ARTICLE = /^AB(?=.{3})/
// Letters that a typo may have left out, by script. `fold_words` writes the common Arabic letters as Latin capitals.
const ALPHABETS = [
  range('a', 'z'),
  [...range('A', 'Z'), ...'ظذءپچژگڤ'],
  range('α', 'ω'),
  range('а', 'я'),
  range('א', 'ת'),
]

function range(first: string, last: string): string[] {
  const start = first.charCodeAt(0)
  return Array.from({ length: last.charCodeAt(0) - start + 1 }, (_, index) => String.fromCharCode(start + index))
}

/** Whether a word has only letters: % and _ are valid words of a search, but wildcards in `like`. */
export const isOfLetters = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word)

/** How many typos a folded word may have: more in longer words, none in a word with a digit or a symbol. */
export function allowedTypos(word: string): 0 | 1 | 2 {
  if (word.length > LONGEST || word.length < SWAP_FROM || !isOfLetters(word)) return 0
  return word.replace(ARTICLE, '').length < TWO_TYPOS_FROM ? 1 : 2
}

/** Every word that is one typo away: a letter left out, added or changed, or two neighbours swapped. */
export function wordsOneTypoAway(word: string): string[] {
  const alphabet = ALPHABETS.find((letters) => letters.some((letter) => word.includes(letter))) ?? []
  const words = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, letter, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    for (const other of alphabet) words.add(head + other + letter + tail).add(head + other + tail)
    words.add(head + tail).add(head + tail.charAt(0) + letter + tail.slice(1))
  }
  words.delete(word)
  return [...words]
}

/** Number of letters that only one of two words has: 0 where a typo has doubled or swapped letters. */
export const differingLetters = (one: string, other: string): number =>
  [...new Set(one)].filter((letter) => !other.includes(letter)).length +
  [...new Set(other)].filter((letter) => !one.includes(letter)).length

/**
 * Whether a word that is `typos` away may have been meant. The first letter is rarely mistyped: it may be swapped with
 * the second, or be the only typo in a long word.
 */
export function mayMean(word: string, other: string, typos: number): boolean {
  const most = allowedTypos(word)
  if (typos > most || (word.length < ONE_TYPO_FROM && !isSwapOf(word, other))) return false
  const isSwapped = word[0] === other[1] && word[1] === other[0]
  return word[0] === other[0] || isSwapped || (typos === 1 && most === 2)
}

/** Whether a word of three letters may mean another one that begins like it: one letter is changed, or left out. */
export const mayMeanShort = (word: string, other: string): boolean =>
  word.length === SWAP_FROM &&
  isOfLetters(word) &&
  word[0] === other[0] &&
  !isSwapOf(word, other) &&
  (other.length === SWAP_FROM || other.length === SWAP_FROM + 1) &&
  editDistance(word, other) === 1

/** The preposition that Arabic writes before a word, as `fold_words` writes it: of, by, for. */
const PREPOSITION = 'B'

/** What an Arabic word may be that begins with the preposition: without it, with the article, which loses its alif behind it. */
export function withoutPreposition(word: string): string[] {
  if (!word.startsWith(PREPOSITION) || word.length < SWAP_FROM) return []
  const bare = word.slice(word.startsWith(PREPOSITION + PREPOSITION) ? 2 : 1)
  return bare.length < 2 ? [] : [bare, ARABIC_ARTICLE + bare]
}

const isSwapOf = (word: string, other: string): boolean =>
  word.length === other.length && differingLetters(word, other) === 0

/**
 * All ways to split a word into two or three parts, and a short one into its letters: `o brien`, `ng ang a`, `j r r t`.
 */
export function splitsOf(word: string): string[][] {
  if (word.length > LONGEST) return []
  const inTwo = splitInTwo(word)
  const inThree = inTwo.flatMap(([head = '', tail = '']) => splitInTwo(tail).map((parts) => [head, ...parts]))
  return word.length === MOST_INITIALS ? [...inTwo, ...inThree, [...word]] : [...inTwo, ...inThree]
}

const splitInTwo = (word: string): string[][] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)])
