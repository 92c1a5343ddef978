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

/** The header: the first row, unless it has no known name of a column and a later one has two. */
export function headerOf<T extends { cells: readonly string[] }>(
  rows: readonly T[],
  isKnown: IsKnownHeader = noneKnown,
): T | undefined {
  const [first, ...others] = rows.slice(0, TOP)
  if (!first || knownNames(first.cells, isKnown) > 0) return first
  return others.find(({ cells }) => knownNames(cells, isKnown) > 1) ?? first
}

/** As many columns without names as the widest of the first rows has cells. */
export const unnamedColumns = (rows: readonly { cells: readonly string[] }[]): string[] =>
  Array.from({ length: Math.max(...rows.map(({ cells }) => cells.length)) }, () => '')
