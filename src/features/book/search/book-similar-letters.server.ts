/** Letters of a word from which on two neighbours may be changed about, one typo is allowed, or two. */
const SWAP_FROM = 3
const ONE_TYPO_FROM = 4
const TWO_TYPOS_FROM = 8
/** The words of books that are longer are not kept. */
const LONGEST = 40
/** Words of so few letters may be initials: `jrr`. */
const MOST_INITIALS = 4

/** The Arabic article as `fold_words` writes it: so many words have it that it says nothing. */
export const ARTICLE = /^AB(?=.{3})/
// What a typo may have left out. The common Arabic letters stand as Latin capitals in words of `fold_words`.
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

/** Whether a word is made of letters alone: % and _ are words in a search, and mean something else to `like`. */
export const isOfLetters = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word)

/** Typos that a folded word may hold: the longer, the more; none in one with a digit or a symbol. */
export function allowedTypos(word: string): 0 | 1 | 2 {
  if (word.length > LONGEST || word.length < SWAP_FROM || !isOfLetters(word)) return 0
  return word.replace(ARTICLE, '').length < TWO_TYPOS_FROM ? 1 : 2
}

/** Every word that is one typo away: a letter left out, added or changed, or two neighbours changed about. */
export function wordsOneTypoAway(word: string): string[] {
  const alphabet = ALPHABETS.find((one) => one.some((letter) => word.includes(letter))) ?? []
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, letter, tail] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    for (const other of alphabet) near.add(head + other + letter + tail).add(head + other + tail)
    near.add(head + tail).add(head + tail.charAt(0) + letter + tail.slice(1))
  }
  near.delete(word)
  return [...near]
}

/**
 * How many typos lie between two words: letters left out, added, changed, neighbours changed about (optimal
 * string alignment).
 */
export function editDistance(one: string, other: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const line = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      line[column] = Math.min(
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        isSwapped ? (twoAbove[column - 2] ?? Infinity) + 1 : Infinity,
      )
    }
    twoAbove = above
    above = line
  }
  return above[other.length] ?? 0
}

/** Letters that only one of two words has: none where a typo has doubled one or changed two about. */
export const differingLetters = (one: string, other: string): number =>
  [...new Set(one)].filter((letter) => !other.includes(letter)).length +
  [...new Set(other)].filter((letter) => !one.includes(letter)).length

/**
 * Whether by a word one may be meant that is so many typos away. Of a first letter people are sure: it may have changed
 * places with the second, or be the only typo in a long word.
 */
export function mayMean(word: string, other: string, typos: number): boolean {
  const most = allowedTypos(word)
  if (typos > most || (word.length < ONE_TYPO_FROM && !isSwapOf(word, other))) return false
  const isSwapped = word[0] === other[1] && word[1] === other[0]
  return word[0] === other[0] || isSwapped || (typos === 1 && most === 2)
}

const isSwapOf = (word: string, other: string): boolean =>
  word.length === other.length && differingLetters(word, other) === 0

/** The ways to part a word in two or three, and a short one into its letters: `o brien`, `ng ang a`, `j r r r`. */
export function splitsOf(word: string): string[][] {
  if (word.length > LONGEST) return []
  const inTwo = partedInTwo(word)
  const inThree = inTwo.flatMap(([head = '', tail = '']) => partedInTwo(tail).map((parts) => [head, ...parts]))
  return word.length === MOST_INITIALS ? [...inTwo, ...inThree, [...word]] : [...inTwo, ...inThree]
}

const partedInTwo = (word: string): string[][] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => [word.slice(0, at + 1), word.slice(at + 1)])
