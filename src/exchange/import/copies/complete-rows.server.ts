import { copyColumns } from '../copy-columns.words.ts'
import type { FileRow } from '#base/formats/file-table.ts'

/**
 * A function that gives the cells of each row. In a table with a row for each copy the book may stand only in the first one, over
 * merged cells or above empty ones: a row without a title that says something of a copy, and nothing else of a book than the row
 * above, has the cells of that one.
 */
export function rowCompleter(
  columns: Readonly<Record<string, number>>,
): (file: Pick<FileRow, 'cells'>, isBook: boolean) => string[] {
  const indexesOf = (isOfCopy: boolean) =>
    Object.entries(columns).flatMap(([field, index]) => (field in copyColumns === isOfCopy ? [index] : []))
  const ofCopy = new Set(indexesOf(true))
  const ofBook = indexesOf(false)
  let above: string[] | undefined

  return ({ cells }, isBook) => {
    const filled = (index: number) => (cells[index] ?? '').trim()
    if (!isBook || ofCopy.size === 0 || columns.title === undefined || filled(columns.title) !== '') {
      above = isBook ? cells : undefined
      return cells
    }
    const before = above
    const isCopy =
      before !== undefined &&
      [...ofCopy].some((index) => filled(index) !== '') &&
      ofBook.every((index) => filled(index) === '' || filled(index) === (before[index] ?? '').trim())
    if (!isCopy) {
      above = undefined
      return cells
    }
    return Array.from({ length: Math.max(cells.length, before.length) }, (_, index) =>
      filled(index) !== '' || ofCopy.has(index) ? (cells[index] ?? '') : (before[index] ?? ''),
    )
  }
}
