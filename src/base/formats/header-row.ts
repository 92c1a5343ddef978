import type { IsKnownHeader } from './file-table.ts'

/** Rows above which a header is looked for: people write the name of the library or a date over a list. */
const TOP = 10

/** The rows among which the header is, of groups of rows. */
export async function firstRows<T>(groups: AsyncIterable<T[]>): Promise<T[]> {
  const rows: T[] = []
  for await (const group of groups) {
    rows.push(...group.slice(0, TOP - rows.length))
    if (rows.length === TOP) break
  }
  return rows
}

const noneKnown: IsKnownHeader = () => false

/** How many cells are known names of columns. */
export const knownNames = (cells: readonly string[], isKnown: IsKnownHeader = noneKnown): number =>
  cells.filter((cell) => isKnown(cell)).length

const filledCells = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length

/** Two rows of names as one: below a name over several columns stand the names of these columns. */
const joinRows = <T extends Row>(above: T, below: T): T => ({
  ...below,
  cells: Array.from(
    { length: Math.max(above.cells.length, below.cells.length) },
    (_, index) => (below.cells[index]?.trim() ? below.cells[index] : above.cells[index]) ?? '',
  ),
})

interface Row {
  cells: string[]
}

/**
 * The header: the row, or two rows together, with the most known names of columns, if it has two; else the first row. Above it may
 * stand what people write over a list, also a word that is such a name, or groups of columns.
 */
export function headerOf<T extends Row>(rows: readonly T[], isKnown: IsKnownHeader = noneKnown): T | undefined {
  const known = ({ cells }: Row) => knownNames(cells, isKnown)
  const top = rows.slice(0, TOP)
  const [first] = top
  if (!first) return undefined
  let best = first
  for (const [at, row] of top.entries()) {
    if (known(row) > Math.max(1, known(best))) best = row
    const next = top[at + 1]
    const both = next && known(row) > 0 && known(next) > 0 && joinRows(row, next)
    if (both && known(both) > Math.max(known(best), known(next))) best = both
  }
  if (best !== first || known(first) > 0 || filledCells(first.cells) > 1) return best
  // A row with one known name among several, below the name of the library.
  return top.find((row) => known(row) > 0 && filledCells(row.cells) > 2) ?? first
}

/** As many columns without names as the widest of the first rows has cells. */
export const unnamedColumns = (rows: readonly { cells: readonly string[] }[]): string[] =>
  Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, () => '')
