import { editDistance } from './edit-distance.ts'
import {
  allowedTypos,
  differingLetters,
  isOfLetters,
  mayMean,
  mayMeanShort,
  splitsOf,
  withoutPreposition,
  wordsOneTypoAway,
} from './mistyped-letters.ts'
import { soundKey, soundsAlike } from './sound-key.ts'
import { sorted } from './sorted.ts'
import { inDigits, numberWords } from './volume-number.ts'

// What a mistyped word may have meant, the same on the server and in the offline catalogue. All words are folded as
// `fold_words` does.

/** An alternative for a word of a search: one word of the catalogue, or several in a row. */
export interface Meaning {
  words: string
  /** SAME_LETTERS, SAME_SOUND, or TYPO for each typo. */
  distance: number
}

/** Distance of a word that was split, joined or inflected, and of each typo. */
export const SAME_LETTERS = 1
export const TYPO = 2
/** Distance of a word that sounds alike. */
const SAME_SOUND = TYPO + 1
/**
 * Maximum distance of each word: first one typo, then two. A name of several words may be written by its sound, which is
 * nearer than words of several books.
 */
export const reachesFor = (words: number): number[] => [words > 1 ? SAME_SOUND : TYPO, 2 * TYPO]
/** A search with this many exact hits is taken to be spelled correctly; with as many similar books, none farther off are sought. */
export const ENOUGH_HITS = 5
/** Ranks of hits that a mistyped search may have: its beginning goes on in a longer word; its words name an author, or are scattered. */
const isWeak = (rank: number): boolean => rank === 4 || rank > 7
/** Books that a search may have meant, at most. */
export const MOST_SIMILAR = 12
/** A longer search is not checked for typos: each word costs index scans. */
export const MOST_SEARCH_WORDS = 10
/** At most so many alternatives for one word and for a whole search: each costs one more index scan. */
const MOST_OF_WORD = 12
const MOST_OF_SEARCH = 24

/** 'And' in four languages. Optional in a search, because a title may have & instead, or nothing. */
const AND = new Set(['and', 'et', 'na', 'و'])

export const isAnd = (word: string): boolean => AND.has(word)

/**
 * Whether the ranks of the exact hits say that a search is spelled correctly: by their number, or by one good hit. With an
 * 'and', which titles may write as &, one good hit says nothing of the others.
 */
export const areGood = (ranks: readonly number[], words: readonly string[]): boolean =>
  ranks.length >= ENOUGH_HITS || (!words.some(isAnd) && ranks.some((rank) => !isWeak(rank)))

/**
 * Forms of one word in names: abbreviations, and in Arabic grammatical case and the alif that is written at the beginning of a
 * line.
 */
export const FORMS = ['ابو ابي ابا', 'بن ابن', 'doctor dr docteur', 'mister mr', 'saint st', 'sainte ste']

/** For each word of a search, the words of the catalogue among `known` that it may mean, nearest first. */
export function meaningsAmong(
  words: readonly string[],
  forms: readonly string[][],
  known: ReadonlySet<string>,
): Meaning[][] {
  const most = Math.min(MOST_OF_WORD, Math.ceil(MOST_OF_SEARCH / words.length))
  const digits = inDigits(words)
  const numbers = numberWords(digits.join(' '))
  return words.map((word, at) => {
    const number = digits[at] ?? word
    const sameLetters = [
      ...joinedAt(words, at).filter((joined) => known.has(joined)),
      ...forms.filter((form) => form.includes(word)).flatMap((form) => form.filter((other) => other !== word)),
      ...(numbers.get(number) ?? []),
      ...(number === word ? [] : [number]),
      ...withoutPreposition(word).filter((other) => known.has(other)),
      ...splitIntoKnown(word, known).slice(0, Math.floor(most / 2)),
    ]
    const meanings = sameLetters.map((meant) => ({ words: meant, distance: SAME_LETTERS }))
    const typos = [...typosOf(word, known), ...shortTyposOf(word, words, known)]
    return [...meanings, ...typos.slice(0, most)]
  })
}

/** All words that are alternatives where the catalogue has them: splits, joins, and whatever is one typo away. */
export const possibleWords = (words: readonly string[]): Set<string> =>
  new Set(
    words.flatMap((word, at) => [
      ...splitsOf(word).flat(),
      ...joinedAt(words, at),
      ...withoutPreposition(word),
      word,
      ...(allowedTypos(word) > 0 ? wordsOneTypoAway(word) : []),
    ]),
  )

/** The words that may have two typos: those that are alike are looked for in the catalogue. */
export const longWords = (words: readonly string[]): string[] => words.filter((word) => allowedTypos(word) === 2)

/** Splits of a word into words of the catalogue; those with few and long parts first. */
const splitIntoKnown = (word: string, known: ReadonlySet<string>): string[] =>
  sorted(
    splitsOf(word).filter((parts) => parts.every((part) => known.has(part) || /^\d+$/.test(part))),
    (a, b) => a.length - b.length || initialsIn(a) - initialsIn(b),
  ).map((parts) => parts.join(' '))

const initialsIn = (parts: string[]): number => parts.filter(({ length }) => length === 1).length

/** A word joined with the previous one, and with the next one. */
const joinedAt = (words: readonly string[], at: number): string[] =>
  [words.slice(Math.max(0, at - 1), at + 1), words.slice(at, at + 2)]
    .filter(({ length }) => length === 2)
    .map((two) => two.join(''))

function typosOf(word: string, known: ReadonlySet<string>): Meaning[] {
  const most = allowedTypos(word)
  if (most === 0) return []
  const key = soundKey(word)
  const isSame = (other: string): boolean => key !== undefined && soundKey(other) === key && soundsAlike(word, other)
  const meant = [...known]
    .filter((other) => other !== word && isOfLetters(other))
    .map((other) => {
      const typos = typosIn(word, other, most)
      const distance = mayMean(word, other, typos) ? typos * TYPO : Infinity
      return isSame(other) && distance > SAME_SOUND
        ? { words: other, distance: SAME_SOUND, strange: 0 }
        : { words: other, distance, strange: differingLetters(word, other) }
    })
    .filter(({ distance }) => distance < Infinity)
  // Words of the same sound count as near: many words are one typo away from a short one.
  const isFar = ({ distance }: Meaning): number => Number(distance > SAME_SOUND)
  return sorted(meant, (a, b) => isFar(a) - isFar(b) || a.strange - b.strange || (a.words < b.words ? -1 : 1)).map(
    ({ words, distance }) => ({ words, distance }),
  )
}

/**
 * Words one typo away from one of three letters, which are many: in a search of three words or more, or of a word that is in no
 * book, and nearest those with the same consonants.
 */
function shortTyposOf(word: string, words: readonly string[], known: ReadonlySet<string>): Meaning[] {
  if (words.length < 3 && (words.length < 2 || known.has(word))) return []
  const meant = [...known].filter((other) => other !== word && isOfLetters(other) && mayMeanShort(word, other))
  const farOf = (other: string): number =>
    Number(consonantsOf(other) !== consonantsOf(word)) * 4 + Math.abs(other.length - word.length)
  return sorted(meant, (a, b) => farOf(a) - farOf(b) || (a < b ? -1 : 1)).map((other) => ({
    words: other,
    distance: 2 * TYPO,
  }))
}

const consonantsOf = (word: string): string => word.replace(/[aeiouy]/g, '')

const typosIn = (word: string, other: string, most: number): number =>
  Math.abs(other.length - word.length) <= most ? editDistance(word, other) : Infinity
