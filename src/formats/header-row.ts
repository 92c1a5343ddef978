import { fold } from '#lib/fold.ts'

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

/** Names of columns, as `headerOf` compares them. */
export const foldedNames = (names: readonly string[]): ReadonlySet<string> => new Set(names.map(fold))

/** How many cells are known names of columns. */
export const knownNames = (cells: readonly string[], known: ReadonlySet<string>): number =>
  cells.filter((name) => known.has(fold(name))).length

/** The header: the first row, unless it has no known name of a column and a later one has two. */
export function headerOf<T extends { cells: readonly string[] }>(
  rows: readonly T[],
  known: ReadonlySet<string>,
): T | undefined {
  const [first, ...others] = rows.slice(0, TOP)
  if (!first || knownNames(first.cells, known) > 0) return first
  return others.find(({ cells }) => knownNames(cells, known) > 1) ?? first
}
