import { editDistance } from '#base/lib/search/edit-distance.ts'
import type { BookProfile } from './book-profile.ts'
import { consonantsOf } from '#base/lib/search/consonants.ts'

/** Whether a folded text is in Arabic letters. */
const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)

/**
 * How alike two books are: 1 for the same title and author in other punctuation, 0 if they are not the same. Numbers
 * must agree, and editions, and volumes where both have one; titles may differ by typos, a dropped subtitle and transliteration; authors by order and initials.
 * With one ISBN, alike titles are enough.
 */
export function likenessOf(one: BookProfile, other: BookProfile): number {
  const hasSameIsbn = one.isbns.some((isbn) => other.isbns.includes(isbn))
  if (one.volume !== '' && other.volume !== '' && one.volume !== other.volume) return 0
  if (!hasSameIsbn && one.edition !== other.edition) return 0
  const title = titleLikeness(one, other)
  if (title === 0 || !haveSameNumbers(one, other)) return 0
  return hasSameIsbn ? title : title * authorLikeness(one, other)
}

function haveSameNumbers(one: BookProfile, other: BookProfile): boolean {
  if (isSame([...one.numbers, ...one.series.numbers], [...other.numbers, ...other.series.numbers])) return true
  // Only one of the two titles names its series: "The Two Towers (The Lord of the Rings, #2)".
  const [named, plain] = one.series.numbers.length > 0 ? [one, other] : [other, one]
  return (
    plain.series.numbers.length === 0 &&
    isSame(one.numbers, other.numbers) &&
    named.series.words.length > 0 &&
    named.series.words.join('') !== named.main.join('')
  )
}

const isSame = (some: readonly number[], others: readonly number[]): boolean => {
  const [one, other] = [new Set(some), new Set(others)]
  return one.size === other.size && [...one].every((number) => other.has(number))
}

function titleLikeness(one: BookProfile, other: BookProfile): number {
  const whole = wordsLikeness(one.title, other.title)
  const [hasOne, hasOther] = [one.main.length < one.title.length, other.main.length < other.title.length]
  if (whole > 0 || hasOne === hasOther) return whole
  return 0.9 * wordsLikeness(one.main, other.main)
}

/** Likeness by the number of typos: none in a short text, up to two in a long one, more if the consonants agree. */
function wordsLikeness(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [one.join(''), other.join('')]
  if (first === second) return 1
  if (isArabic(first) !== isArabic(second)) return transliterationLikeness(one, other)
  const length = Math.min(first.length, second.length)
  const soundsSame = length >= 5 && soundOf(one) === soundOf(other)
  const most = soundsSame ? Math.max(2, Math.floor(length / 5)) : length < 4 ? 0 : length < 8 ? 1 : 2
  if (Math.abs(first.length - second.length) > most) return 0
  const typos = editDistance(first, second)
  if (typos > most || (!soundsSame && differsByWord(one, other))) return 0
  return 1 - 0.05 * typos
}

/** Little words that differ are other words, not typos: "le" and "la", "de" and "à". */
function differsByWord(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  return one.some((word, at) => {
    const counterpart = other[at] ?? ''
    if (word === counterpart) return false
    const length = Math.min(word.length, counterpart.length)
    return length <= 3 && word.length === counterpart.length && !isSwapped(word, counterpart)
  })
}

const isSwapped = (one: string, other: string): boolean =>
  [...one].toSorted().join('') === [...other].toSorted().join('')

const soundOf = (words: readonly string[]): string => words.map(consonantsOf).join('')

/** The same consonants in another script. */
function transliterationLikeness(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [soundOf(withoutAl(one)), soundOf(withoutAl(other))]
  if (Math.min(first.length, second.length) < 2) return 0
  const typos = editDistance(first, second)
  return typos === 0 || (typos === 1 && Math.min(first.length, second.length) >= 6) ? 0.8 - 0.05 * typos : 0
}

const ARABIC_PARTICLES = new Set(['al', 'el', 'l', 'wa', 'wal', 'ul'])
const withoutAl = (words: readonly string[]): string[] => words.filter((word) => !ARABIC_PARTICLES.has(word))

function authorLikeness(one: BookProfile, other: BookProfile): number {
  const [first, second] = [one.authors, other.authors]
  if (first.length === 0 || second.length === 0) return first.length === second.length ? 1 : 0
  const [few, many] = first.length <= second.length ? [first, second] : [second, first]
  const best = few.map((name) => Math.max(...many.map((candidate) => nameLikeness(name, candidate))))
  // Some authors may be missing in one of the books, but not the first author.
  const [lead = 0] = best
  const share = best.filter((likeness) => likeness > 0).length / best.length
  return share === 1 ? Math.min(...best) * (few.length === many.length ? 1 : 0.98) : share >= 0.5 ? lead * 0.9 : 0
}

/** Every word of the shorter name must be in the other: whole, as an initial, mistyped or transliterated. */
function nameLikeness(one: readonly string[], other: readonly string[]): number {
  const [first, second] = [one.join(''), other.join('')]
  if (first === second) return 1
  const [few, many] =
    one.length <= other.length ? [withoutAl(one), withoutAl(other)] : [withoutAl(other), withoutAl(one)]
  const left = [...many]
  let likeness = few.length === many.length ? 1 : 0.97
  let hasWord = false
  // Long words first, so that an initial does not take the match of a whole word.
  for (const word of few.toSorted((a, b) => b.length - a.length)) {
    const likenesses = left.map((candidate) => nameWordLikeness(word, candidate))
    const best = Math.max(0, ...likenesses)
    if (best === 0) return isClose(first, second) ? 0.9 : 0
    const [matched = ''] = left.splice(likenesses.indexOf(best), 1)
    likeness *= best
    hasWord ||= word.length > 1 && matched.length > 1
  }
  return hasWord ? likeness : 0
}

/** Names that are nearly equal without their spaces: "عبد الرحمن" in one word, or a space in the wrong place. */
const isClose = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= 8 && Math.abs(one.length - other.length) <= 1 && editDistance(one, other) <= 1

function nameWordLikeness(one: string, other: string): number {
  if (one === other) return 1
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? 0.96 : 0
  const length = Math.min(one.length, other.length)
  const most = length < 4 ? 0 : length < 8 ? 1 : 2
  if (Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most) return 0.95
  const [first, second] = [consonantsOf(one), consonantsOf(other)]
  return first === second && first.length >= 2 ? 0.95 : 0
}
