import { editDistance } from './edit-distance.ts'

// Words that sound alike, such as `stefen` and Stephen. A key is that of the function `sound_key` in the database, of
// which a test compares the results.

/** What a word of Latin letters sounds like: consonants, with one vowel for all. Undefined for others, and short ones. */
export function soundKey(word: string): string | undefined {
  if (!/^[a-z]{4,40}$/.test(word)) return undefined
  const key = word
    .replaceAll('ph', 'f')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/ch|ck|qu|[cq]/g, 'k')
    .replaceAll('v', 'f')
    .replaceAll('z', 's')
    .replaceAll('j', 'g')
    .replaceAll('x', 'ks')
    .replaceAll('h', '')
    .replace(/[aeiouwy]+/g, 'a')
    .replace(/(.)\1+/g, '$1')
    .replace(/a$/, '')
  return key.length < 3 ? undefined : key
}

/** Letters with which words of the same sound may begin; h is silent. */
const BEGINNINGS = ['aeiouwyh', 'ckqszxh', 'fvph', 'gjh']

/** A quick look before the keys of two words are compared. */
export const mayShareSound = (word: string, other: string): boolean => {
  const [one = '', two = ''] = [word[0], other[0]]
  return (
    one === two || one === 'h' || two === 'h' || BEGINNINGS.some((some) => some.includes(one) && some.includes(two))
  )
}

/** Whether two words with the same key may be meant for each other: most of their letters are the same. */
export const soundsAlike = (word: string, other: string): boolean =>
  editDistance(word, other) <= Math.min(3, Math.floor(Math.min(word.length, other.length) / 2))
