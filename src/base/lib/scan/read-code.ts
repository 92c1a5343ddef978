import { readIsbn } from '../isbn.ts'
import { westernDigits } from '../search/digits.ts'
import { scannedDigits } from './scanned-digits.ts'

/** What was scanned or typed where numbers are known. */
interface ReadCode {
  /** The code as it is shown, and as an unknown code is kept. */
  text: string
  /** The numbers that the code may be, in capitals, the likeliest first. */
  numbers: string[]
  /** The ISBNs that the code may be, in their stored form. */
  isbns: string[]
  /** Words that may be of a name. */
  name?: string
  /** Whether the text is words that a person has typed, not a number. */
  isName: boolean
}

/** Signs of the shortest number as which signs of another layout are shown. */
const SHORTEST = 4

/** A number of a copy or a card: what `lendingNumberSchema` takes. */
const NUMBER = /^[A-Za-z0-9-]{1,30}$/

/**
 * Reads a code by its text and by the keys that a scanner has pressed (`ScanKeys`): without control characters, in digits of any
 * script, as the digits that a French keyboard layout has made signs of, and last without the signs that scanners add.
 */
export function readCode(scanned: string, keys?: string): ReadCode {
  const text = scanned
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
  const isOfFrenchKeys = /^[à&é"'(\-è_ç)\s]+$/.test(text)
  const bare = [westernDigits(isOfFrenchKeys ? scannedDigits(text) : text), keys ?? '']
    .map((one) => one.replace(/[\s\p{Cc}]/gu, ''))
    .filter((one) => one !== '')
  const stripped = bare.flatMap(withoutAddedSigns)
  const readings = [...new Set([...bare, ...stripped, ...stripped.flatMap(withoutAddedSigns)])]
  const numbers = readings.filter((one) => NUMBER.test(one)).map((one) => one.toUpperCase())
  const isName = keys === undefined && isWords(text, bare[0] ?? '')
  const [likeliest = ''] = numbers
  // A text of a sign or two may be meant as it is.
  const isRead = !isName && likeliest.length >= SHORTEST && !numbers.includes(text.toUpperCase())
  return {
    text: isRead ? likeliest : text,
    isName,
    numbers: [...new Set(numbers)],
    isbns: [...new Set(readings.flatMap((one) => readIsbn(one) ?? []))],
    ...(/\p{L}/u.test(text) && { name: text }),
  }
}

/**
 * What a scanner has typed into a field of texts: what its keys say, where that is a number or an ISBN and the text is none, since
 * the layout of the computer has made other signs of it.
 */
export function scannedText({ text, keys }: { text: string; keys?: string }): string {
  return keys !== undefined && isCode(keys) && !isCode(text) ? keys : text
}

const isCode = (text: string): boolean => readIsbn(text) !== undefined || (NUMBER.test(text) && /\d/.test(text))

/** Words without a digit, or several of which one is no part of a number: `Ndiaye 5e A`. */
const isWords = (text: string, bare: string): boolean =>
  /\p{L}/u.test(text) && (!/\d/.test(bare) || (/(?:^|\s)\p{L}{3,}\s|\s\p{L}{3,}$/u.test(text) && !/\d{4}/.test(bare)))

/**
 * What stands between the signs that scanners add: the symbology identifier of AIM (`]C0`, ISO 15424), start and stop of Code 39
 * (`*`) and Codabar (A to D), and the add-on of two or five digits behind an EAN-13.
 */
function withoutAddedSigns(code: string): string[] {
  const forms = [
    /^\][A-Za-z][0-9A-Za-z](.+)$/,
    /^\*(.+)\*$/,
    /^[A-Da-d](\d{3,})[A-Da-d]$/,
    /^(97[89]\d{10})(?:\d{2}|\d{5})$/,
  ]
  return forms.flatMap((form) => form.exec(code)?.[1] ?? [])
}
