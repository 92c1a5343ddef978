import { westernDigits } from './search/digits.ts'

// ISO 2108. The check digits alone, without the table of groups and publishers that hyphens need: that is in `isbn3`, and
// is too large for a reader's first page.

/**
 * An ISBN of 10 or 13 digits among other text, with spaces or hyphens of any kind between its digits. Without a look behind,
 * which Safari has not had before 16.4.
 */
const ISBN = /(?:^|\D)((?:97[89][\s\p{Pd}]*)?(?:\d[\s\p{Pd}]*){9}[\dX])(?!\d)/giu

/** An ISBN of 10 digits whose leading zeros a spreadsheet has cut off. */
const SHORT = /^\d{6,8}[\dX]$/i

const weightedSum = (digits: string, weightOf: (at: number) => number): number =>
  [...digits].reduce((sum, digit, at) => sum + weightOf(at) * (digit === 'X' ? 10 : Number(digit)), 0)

const thirteenWeight = (at: number): number => (at % 2 === 0 ? 1 : 3)

/** Whether a text is an ISBN of 13 digits as it is stored: digits alone, the last of which fits the others. */
export const isIsbn = (text: string): boolean =>
  /^97[89]\d{10}$/.test(text) && weightedSum(text, thirteenWeight) % 10 === 0

/** The label of an ISBN: `ISBN`, `ISBN-13:`, `e-ISBN 10 :`, in Arabic ردمك. Its digits are no part of the number. */
const LABEL =
  /(?:(?:e[\s\p{Pd}]?)?ISBN|ردمك)(?:[\s\p{Pd}]?1[03](?=\s*:|[\s\p{Pd}]+(?:97[89]|[\dX\s\p{Pd}]{10,})))?\s*[:.]?\s*/giu
/** Marks that nobody sees, with which the pages of bookshops give numbers. */
const INVISIBLE = /\p{Cf}/gu

/** A text without what stands before an ISBN, its digits in our writing. */
const withoutLabel = (text: string): string => westernDigits(text).replace(INVISIBLE, '').trim().replace(LABEL, '')

/** The digits of an ISBN in any writing, if it is one alone. */
const digitsOf = (text: string): string =>
  withoutLabel(text)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** What a text that is written like one ISBN says, without what stands before it; undefined where it is one, or something else. */
export function wrongIsbn(text: string): string | undefined {
  if (!/^(?:97[89]\d{10}|\d{9}[\dX])$/.test(digitsOf(text)) || readIsbn(text) !== undefined) return undefined
  return withoutLabel(text).trim()
}

/** The stored form of one ISBN in any writing: `2-02-028927-X`; undefined where its check digit or its length is wrong. */
export function readIsbn(text: string): string | undefined {
  const digits = digitsOf(text)
  if (!/^\d{9}[\dX]$/.test(digits)) return isIsbn(digits) ? digits : undefined
  if (weightedSum(digits, (at) => 10 - at) % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return `${body}${(10 - (weightedSum(body, thirteenWeight) % 10)) % 10}`
}

/** The ISBNs in a text such as `2-02-028927-X (pbk.) ; 9782020289276`, and what looks like one but has a wrong check digit. */
export function findIsbns(text: string): { isbns: string[]; wrong: string[] } {
  const western = westernDigits(text).replace(INVISIBLE, '').replace(LABEL, ' ; ')
  // Two columns, of 10 and of 13 digits, are one text with a semicolon between.
  const written = western
    .split(';')
    .flatMap((part) =>
      SHORT.test(part.trim()) ? [part.trim().padStart(10, '0')] : [...part.matchAll(ISBN)].map(([, one = '']) => one),
    )
  const found = written.map((one) => ({ one, isbn: readIsbn(one) }))
  return {
    isbns: [...new Set(found.flatMap(({ isbn }) => isbn ?? []))],
    wrong: found.flatMap(({ one, isbn }) => (isbn === undefined ? [one.trim()] : [])),
  }
}
