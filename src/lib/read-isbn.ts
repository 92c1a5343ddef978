import { westernDigits } from './search/digits.ts'

// ISO 2108.
const weightedSum = (digits: string, weightOf: (at: number) => number): number =>
  [...digits].reduce((sum, digit, at) => sum + weightOf(at) * (digit === 'X' ? 10 : Number(digit)), 0)

const thirteenWeight = (at: number): number => (at % 2 === 0 ? 1 : 3)

/** The 13 digits of an ISBN in any writing: `2-02-028927-X`; undefined where its check digit or its length is wrong. */
export function readIsbn(text: string): string | undefined {
  const digits = westernDigits(text)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) return weightedSum(digits, thirteenWeight) % 10 === 0 ? digits : undefined
  if (!/^\d{9}[\dX]$/.test(digits) || weightedSum(digits, (at) => 10 - at) % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return `${body}${(10 - (weightedSum(body, thirteenWeight) % 10)) % 10}`
}
