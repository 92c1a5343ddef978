import { editDistance } from '#base/lib/search/edit-distance.ts'
import { wordsOfFolded } from '#base/lib/search/fold-words.ts'

/** Words that announce the number of a volume, folded: English, French, Arabic, Swahili, German, Spanish, Japanese. */
const VOLUME_WORDS = new Set(
  [
    'volume vol vols v tome tomes t part pt parts partie book bk books no nr num number numero n issue episode chapter',
    'livre livret band bd teil heft tomo volumen libro parte kitabu juzuu jz sehemu toleo cilt sv juz',
    'edition editions ed toleo auflage edicion tirage الطبعه طبعه ط',
    'الجزء جزء ج الكتاب المجلد مجلد مج العدد عدد القسم قسم الحلقه حلقه',
  ].flatMap((row) => row.split(' ')),
)
/** Words allowed between such a word and its number: "kitabu cha pili". */
const LITTLE_WORDS = new Set('of the a la le du de no and cha ya wa'.split(' '))

const ORDINALS = new Map(
  [
    'one first premier premiere un une الاول الاولي اول kwanza moja 1st 1er 1ere',
    'two second deuxieme seconde deux الثاني الثانيه ثان pili mbili 2nd 2e 2eme',
    'three third troisieme trois الثالث الثالثه ثالث tatu 3rd 3e 3eme',
    'four fourth quatrieme quatre الرابع الرابعه رابع nne 4th 4e 4eme',
    'five fifth cinquieme cinq الخامس الخامسه خامس tano 5th 5e 5eme',
    'six sixth sixieme السادس السادسه سادس sita 6th 6e 6eme',
    'seven seventh septieme sept السابع السابعه سابع saba 7th 7e 7eme',
    'eight eighth huitieme huit الثامن الثامنه ثامن nane 8th 8e 8eme',
    'nine ninth neuvieme neuf التاسع التاسعه تاسع tisa 9th 9e 9eme',
    'ten tenth dixieme dix العاشر العاشره عاشر kumi 10th 10e 10eme',
  ].flatMap((row, index) => row.split(' ').map((word) => [word, index + 1] as const)),
)
const ROMAN = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/
const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

function romanNumber(word: string): number {
  const values = [...word].map((letter) => ROMAN_VALUES[letter] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** The number that a word stands for after a word like "volume", else undefined. */
function numberOf(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word)
  return ORDINALS.get(word) ?? (ROMAN.test(word) ? romanNumber(word) : undefined)
}

/** The words of a title apart from its numbers. */
export interface NumberedWords {
  words: string[]
  /** Numbers of volumes and all other numbers, sorted: two books whose numbers differ are not the same. */
  numbers: number[]
}

/**
 * Takes the numbers out of the words of a folded title: digits; Roman numerals and number words beside a word like
 * "volume", or Roman numerals of two letters and more at the end.
 */
export function takeNumbers(text: string): NumberedWords {
  const all = wordsOfFolded(text.replaceAll('#', ' ')).flatMap(splitDigits)
  const words: string[] = []
  const numbers: number[] = []
  const used = new Set<number>()
  const hasDigits = /\d/.test(text)
  all.forEach((word, at) => {
    if (!VOLUME_WORDS.has(word) && !(hasDigits && isMistypedVolumeWord(word))) return
    // "volume 2", "kitabu cha pili"; "second part", "3e partie".
    const after = LITTLE_WORDS.has(all[at + 1] ?? '') && all.length > at + 2 ? at + 2 : at + 1
    for (const place of [after, at - 1]) {
      const number = used.has(place) ? undefined : numberOf(all[place] ?? '')
      if (number === undefined) continue
      numbers.push(number)
      for (let index = Math.min(at, place); index <= Math.max(at, place); index++) used.add(index)
      return
    }
  })
  all.forEach((word, at) => {
    if (used.has(at)) return
    const isRomanEnd = at > 0 && at === all.length - 1 && word.length > 1 && ROMAN.test(word)
    if (/^\d+$/.test(word)) numbers.push(Number(word))
    else if (isRomanEnd) numbers.push(romanNumber(word))
    else words.push(word)
  })
  return { words, numbers: numbers.toSorted((a, b) => a - b) }
}

const LONG_VOLUME_WORDS = [...VOLUME_WORDS].filter((word) => word.length >= 5)
const isMistypedVolumeWord = (word: string): boolean =>
  word.length >= 4 &&
  LONG_VOLUME_WORDS.some((one) => Math.abs(one.length - word.length) <= 1 && editDistance(one, word) <= 1)

/** "vol2" and "t3" are two words; "2nd" is one. */
function splitDigits(word: string): string[] {
  const parts = /^(\p{L}+)(\d+)$/u.exec(word)
  return parts?.[1] && parts[2] && VOLUME_WORDS.has(parts[1]) ? [parts[1], parts[2]] : [word]
}
