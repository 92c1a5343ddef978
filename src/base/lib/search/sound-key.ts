import { editDistance } from './edit-distance.ts'

// Words that sound alike, such as `stefen` and Stephen. A key is that of the function `sound_key` in the database, of
// which a test compares the results.

/** What a word of Latin letters sounds like: consonants, with one vowel for all. Undefined for others, and short ones. */
export function soundKey(word: string): string | undefined {
  if (!/^[a-z]{4,40}$/.test(word)) return undefined
  const key = spelled(word)
    .replace(/[aeiouwy]+/g, 'a')
    .replace(/(.)\1+/g, '$1')
    .replace(/a$/, '')
  return key.length < 3 ? undefined : key
}

/** A word with one letter for each consonant, whatever it is written as, and its vowels as they are. */
const spelled = (word: string): string =>
  word
    .replaceAll('ph', 'f')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/ch|ck|qu|[cq]/g, 'k')
    .replaceAll('v', 'f')
    .replaceAll('z', 's')
    .replaceAll('j', 'g')
    .replaceAll('x', 'ks')
    .replaceAll('h', '')

/** Letters with which words of the same sound may begin; h is silent. */
const BEGINNINGS = ['aeiouwyh', 'ckqszxh', 'fvph', 'gjh']

/** A quick look before the keys of two words are compared. */
export const mayShareSound = (word: string, other: string): boolean => {
  const [one = '', two = ''] = [word[0], other[0]]
  return (
    one === two || one === 'h' || two === 'h' || BEGINNINGS.some((some) => some.includes(one) && some.includes(two))
  )
}

/** Whether two words with the same key may be meant for each other: they begin alike, and at most one vowel differs. */
export const soundsAlike = (word: string, other: string): boolean => {
  const [one, two] = [vowelsOf(word), vowelsOf(other)]
  return one[0] === two[0] && editDistance(one, two) <= 1
}

/** A word as it sounds, with the first of the vowels that stand together. */
const vowelsOf = (word: string): string =>
  spelled(word)
    .replaceAll('y', 'i')
    .replace(/([aeiouw])[aeiouw]+/g, '$1')
    .replace(/(.)\1+/g, '$1')
