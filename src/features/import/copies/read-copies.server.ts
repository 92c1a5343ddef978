import type { ImportCopies } from '#db/tables/book-import.ts'
import { lendingNumberSchema } from '#features/copy/shared/lending-number.schema.ts'
import { cutText } from '#formats/text/stored-text.ts'
import { isIsbn } from '#lib/isbn.ts'
import { listOfJson } from '#lib/list-cell.ts'
import { westernDigits } from '#lib/search/digits.ts'
import { asPlainLine } from '#lib/search/text.ts'

/** Copies of a book that a row may say. */
const COPIES_MAX = 1000
const PLACE_MAX = 100

/** The texts of a cell with numbers, which have neither commas nor semicolons. */
export const splitNumbers = (cell: string): string[] =>
  (listOfJson(cell) ?? cell.split(/[;؛,،\n]/)).map((one) => one.replace(/^\s*="(.*)"\s*$/, '$1').trim()).filter(Boolean)

/** The number of a copy as it is stored; undefined for what can be none. An ISBN is that of the book. */
export function readNumber(text: string): string | undefined {
  const { data = '' } = lendingNumberSchema.safeParse(text)
  return data === '' || isIsbn(data) ? undefined : data
}

/** `3`, `3 ex.` */
function readCount(text: string): number | undefined {
  const [, digits] = /^[^\d-]*(\d{1,4})\D*$/.exec(westernDigits(text)) ?? []
  return digits !== undefined && Number(digits) <= COPIES_MAX ? Number(digits) : undefined
}

/** A place for each number, or one for all. */
function readPlaces(cell: string, numbers: number): string[] {
  const list = listOfJson(cell) ?? cell.split(/[;؛\n]/)
  const places = list.length === numbers ? list : [list.length === 1 ? (list[0] ?? '') : cell]
  return places.map((place) => cutText(asPlainLine(place), PLACE_MAX).trim())
}

/** The cells of a row about copies, without those that are empty. */
export type CopyCells = Partial<Record<'copies' | 'copyNumber' | 'copyPlace', string>>

/** Reads what a row says of copies; `left` has what could not be read, by column. */
export function readCopies({ copies = '', copyNumber = '', copyPlace = '' }: CopyCells): {
  copies?: ImportCopies
  left: [column: keyof CopyCells, text: string][]
} {
  const left: [keyof CopyCells, string][] = []
  const count = readCount(copies)
  if (count === undefined && copies !== '') left.push(['copies', copies])
  const numbers: string[] = []
  for (const text of splitNumbers(copyNumber)) {
    const number = numbers.length < COPIES_MAX ? readNumber(text) : undefined
    if (number === undefined) left.push(['copyNumber', text])
    else numbers.push(number)
  }
  const isThere = numbers.length > 0 || Boolean(count)
  if (!isThere && copyPlace !== '') left.push(['copyPlace', copyPlace])
  const found = {
    ...(count && { count }),
    ...(numbers.length > 0 && { numbers }),
    ...(copyPlace !== '' && { places: readPlaces(copyPlace, numbers.length) }),
  }
  return { left, ...(isThere && { copies: found }) }
}
