import type { ImportCopies } from '#base/db/tables/book-import.ts'
import * as z from 'zod/mini'
import type { CopyColumn } from '../copy-columns.words.ts'
import { cutText } from '#base/formats/text/stored-text.ts'
import { listOfJson } from '#base/lib/list-cell.ts'
import { westernDigits } from '#base/lib/search/digits.ts'
import { asPlainLine } from '#base/lib/search/text.ts'
import { isLent, readCondition } from './copy-states.server.ts'
import { COPIES_MAX, readCount, readNumber, splitNumbers } from './copy-numbers.server.ts'

const PLACE_MAX = 100
const NOTE_MAX = 1000

/** The texts of a cell in which each number has its own. */
export const splitTexts = (cell: string): string[] =>
  (listOfJson(cell) ?? cell.split(/[;؛\n]/)).map((one) => asPlainLine(one).trim())

const daySchema = z.iso.date()
const isDay = (text: string): boolean => daySchema.safeParse(text).success
const dayOf = (year: string, month: string, day: string): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** `2023-03-15`, `15.3.2023`, and `15/03/2023` where no month could stand first. */
function readDay(text: string): string | undefined {
  const digits = westernDigits(text)
  const [, year = '', month = '', day = ''] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ].*)?$/.exec(digits) ?? []
  const [, first = '', mark = '', second = '', last = ''] = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})$/.exec(digits) ?? []
  const candidates = [
    dayOf(year, month, day),
    dayOf(last, second, first),
    ...(mark === '.' ? [] : [dayOf(last, first, second)]),
  ]
  const days = new Set(candidates.filter(isDay))
  return days.size === 1 ? [...days][0] : undefined
}

type Each = Exclude<CopyColumn, 'copies' | 'copyNumber'>

/** How the text of a copy is read, with how many characters it may have, and where it is kept. */
const EACH: Record<
  Each,
  { as: 'places' | 'conditions' | 'notes' | 'days'; max?: number; read?: (text: string) => string | undefined }
> = {
  copyPlace: { as: 'places', max: PLACE_MAX },
  copyCondition: { as: 'conditions', read: readCondition },
  copyNote: { as: 'notes', max: NOTE_MAX },
  copyAcquired: { as: 'days', read: readDay },
}
const EACH_COLUMNS = Object.keys(EACH).filter((one): one is Each => one in EACH)

/** The cells of a row about copies, of the columns that the file has. */
export type CopyCells = Partial<Record<CopyColumn, string>>

/** A copy without a label, if other rows of the book have some. */
const UNLABELLED: ImportCopies = { numbers: [''], unlabelled: true }

/**
 * Reads what a row says of copies. `left` has what could not be read, by column, and `shortened` the columns of which a text was
 * too long. Of what is said of each number, that of unreadable ones goes with them. Of a table, in which each copy may have its row
 * (`isTable`), one without a number is `unlabelled`.
 */
export function readCopies(
  cells: CopyCells,
  isTable = false,
): {
  copies?: ImportCopies
  left: [column: CopyColumn, text: string][]
  shortened: CopyColumn[]
} {
  const { copies = '', copyNumber = '' } = cells
  const left: [CopyColumn, string][] = []
  const shortened: CopyColumn[] = []
  const count = readCount(copies)
  if (count === undefined && copies !== '') left.push(['copies', copies])
  const texts = splitNumbers(copyNumber, count)
  const numbers = texts.slice(0, COPIES_MAX).map(readNumber)
  for (const [at, text] of texts.entries()) if (numbers[at] === undefined) left.push(['copyNumber', text])
  const good = numbers.filter((number) => number !== undefined)
  const isUnlabelled = isTable && cells.copyNumber === '' && count === undefined
  const isThere = good.length > 0 || Boolean(count) || isUnlabelled
  const found: ImportCopies = {
    ...(count && { count }),
    ...(good.length > 0 && { numbers: good }),
    ...(isUnlabelled && UNLABELLED),
  }
  for (const column of EACH_COLUMNS) {
    const { as, max = Infinity, read = (text) => text } = EACH[column]
    const cell = cells[column] ?? ''
    if (cell === '') continue
    if (!isThere) {
      left.push([column, cell])
      continue
    }
    const list = splitTexts(cell)
    const isEach = list.length > 1 && list.length === texts.length
    const said = isEach
      ? list.filter((_, at) => numbers[at] !== undefined)
      : [list.length === 1 ? (list[0] ?? '') : asPlainLine(cell)]
    if (said.some((text) => text.length > max)) shortened.push(column)
    const values = said.map((text) => {
      const value = text === '' ? '' : read(text)
      if (value === undefined) left.push([column, text])
      return cutText(value ?? '', max).trim()
    })
    if (values.some((value) => value !== '')) found[as] = values
    if (column === 'copyCondition') {
      const lent = said.filter(isLent).length * (isEach ? 1 : Math.max(1, good.length))
      if (lent > 0) found.lent = lent
    }
  }
  return { left, shortened, ...(isThere && { copies: found }) }
}
