import type { ImportChoices } from '#base/db/tables/book-import.ts'
import type { FileRow } from '#base/formats/file-table.ts'
import type { SampledTable } from '../file/import-sample.server.ts'
import type { RowReason } from '../page/import-reason.schema.ts'
import { isSumRow } from './import-text.server.ts'

const filledOf = (cells: readonly string[]): string[] => cells.filter((cell) => cell.trim() !== '')
const isInCapitals = (text: string): boolean => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)

/**
 * A function that says why a row of a table is no book, unless that was chosen otherwise: it is the header again, hidden in its
 * workbook, or looks like a sum or like the heading of a section, a title alone among rows that say more.
 */
export function noBookFinder(
  { header, sample, isTable }: SampledTable,
  { title = -1 }: Readonly<Record<string, number>>,
  { addsSums, addsHeadings, addsHidden }: ImportChoices,
): (file: FileRow) => RowReason | undefined {
  const hasHeadings = isTable && !addsHeadings ? headingsIn(sample, title) : 'none'

  return ({ cells: given, isHidden = false, withoutResult = [] }) => {
    // A formula without a result stands for a value: mostly for a number.
    const cells = [...given]
    for (const index of withoutResult) {
      while (cells.length <= index) cells.push('')
      cells[index] ||= '0'
    }
    if (isTable && isHeader(cells, header)) return { kind: 'header-again' }
    if (isHidden && !addsHidden) return { kind: 'hidden' }
    if (!addsSums && isSumRow(cells)) return { kind: 'sum' }
    if (hasHeadings === 'none' || !isAlone(cells, title)) return undefined
    return hasHeadings === 'all' || isInCapitals(cells[title] ?? '') ? { kind: 'heading' } : undefined
  }
}

function isHeader(cells: readonly string[], header: readonly string[]): boolean {
  const names = filledOf(header)
  return (
    names.length > 1 &&
    filledOf(cells).length === names.length &&
    header.every((name, index) => name.trim() === (cells[index] ?? '').trim())
  )
}

const isAlone = (cells: readonly string[], title: number): boolean =>
  (cells[title] ?? '').trim() !== '' && filledOf(cells).length === 1

/**
 * Which titles that stand alone are headings: none where rows say little anyway; those in capitals; or all, if any other row
 * says at least three things, since a book of such a list says more than its title.
 */
function headingsIn(sample: readonly FileRow[], title: number): 'none' | 'capitals' | 'all' {
  const rows = sample.filter(({ fault }) => !fault).map(({ cells }) => cells)
  const full = rows.filter((cells) => filledOf(cells).length > 2).length
  const alone = rows.filter((cells) => isAlone(cells, title)).length
  if (full < 2 || alone * 2 > full) return 'none'
  return full + alone === rows.length ? 'all' : 'capitals'
}
