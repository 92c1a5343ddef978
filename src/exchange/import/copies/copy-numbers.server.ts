import { lendingNumberSchema } from '#base/lib/lending-number.schema.ts'
import { isIsbn } from '#base/lib/isbn.ts'
import { listOfJson } from '#base/lib/list-cell.ts'
import { westernDigits } from '#base/lib/search/digits.ts'

/** Copies of a book that a row may say. */
export const COPIES_MAX = 1000

/** The number of a copy as it is stored; empty for one without a label; undefined for what can be none. An ISBN is that of the book. */
export function readNumber(text: string): string | undefined {
  const { data } = lendingNumberSchema.safeParse(text)
  return data !== undefined && isIsbn(data) ? undefined : data
}

// None of these signs and words is part of a label; spaces and slashes may be.
const BETWEEN = /[;؛,،\n|+&]|\s+(?:and|et|und|na|y|e|و)\s+|\s+\/\s+/iu
/** As SLiMS writes them: `<S001><S002>`. */
const IN_BRACKETS = /^(?:\s*<[^<>]+>)+\s*$/
/** Letters with digits behind them. */
const IS_WHOLE = /^\p{L}[\p{L}-]*\d[\p{L}\d-]*$/u
const RANGE = /^(\p{L}*-?)(\d{1,15})\s*(-|[–—…]|\.{2,3}|\s(?:à|to|bis|a|al|hadi|إلى)\s)\s*(\p{L}*-?)(\d{1,15})$/iu

/**
 * The texts of a cell with numbers: between signs, words or lines, or from the first to the last where there are as many as the
 * row has copies (`count`). In a list of JSON an empty one is a copy without a label.
 */
export const splitNumbers = (cell: string, count?: number): string[] =>
  listOfJson(cell) ??
  (IN_BRACKETS.test(cell) ? cell.replaceAll('<', '').split('>') : cell.split(BETWEEN)).flatMap((one) => {
    const text = one.replace(/^\s*="(.*)"\s*$/, '$1').trim()
    return text === '' ? [] : (rangeOf(text, count) ?? partsOf(text, count))
  })

/** Several labels beside each other: `B30 B31`, `B30/B31`; `1001 1002` only of two copies, for a scanner's number may have spaces. */
function partsOf(text: string, count: number | undefined): string[] {
  const words = text.split(/\s+/)
  if (
    words.length > 1 &&
    (words.every((word) => IS_WHOLE.test(word)) || (words.length === count && words.every(isDigits)))
  )
    return words
  const parts = text.split('/')
  const isList = parts.length > 1 && new Set(parts.map(shapeOf)).size === 1 && /\d\d/.test(parts[0] ?? '')
  return isList ? parts : [text]
}

const isDigits = (text: string): boolean => /^\d+$/.test(westernDigits(text))
const shapeOf = (text: string): string => westernDigits(text).replace(/\p{L}/gu, 'a').replace(/\d/g, '9')

/** `1001-1005` of five copies; without a count a hyphen is part of a label, and only other signs and words say from and to. */
function rangeOf(text: string, count: number | undefined): string[] | undefined {
  const [, prefix = '', first = '', mark = '', again = '', last = ''] = RANGE.exec(westernDigits(text)) ?? []
  const size = Number(last) - Number(first) + 1
  if (first === '' || size < 2 || size > COPIES_MAX || (again !== '' && again !== prefix)) return undefined
  if (mark === '-' && size !== count) return undefined
  return Array.from({ length: size }, (_, at) => prefix + String(Number(first) + at).padStart(first.length, '0'))
}

/** `3`, `3 ex.`, `ex. 3`; not `H0012` and `012`, which are labels. */
export function readCount(text: string): number | undefined {
  const [, digits] =
    /^(?:[^\d\p{L}-]|\p{L}+(?=[^\p{L}\p{N}-])|[x×](?=\d))*(0|[1-9]\d{0,3})(?!\d)\D*$/iu.exec(westernDigits(text)) ?? []
  return digits !== undefined && Number(digits) <= COPIES_MAX ? Number(digits) : undefined
}

/** What is a label, wherever it stands: with letters before the digits, with leading zeros, or of many digits. */
const isLabel = (text: string): boolean =>
  /^0\d|^\d{5}|\p{L}-?\d/u.test(westernDigits(text)) && !/^[x×]\d{1,3}$/i.test(text) && readNumber(text) !== undefined

/** Whether the cells of a column that could have counts of copies are labels: most are, and no two are the same. */
export function areLabels(cells: readonly string[]): boolean {
  const texts = cells.flatMap((cell) => splitNumbers(cell))
  return new Set(texts).size === texts.length && texts.filter(isLabel).length * 2 > texts.length
}
