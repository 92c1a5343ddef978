import { furtherColumns } from '#exchange/import/staging/import-columns.server.ts'
import { allColumns } from '#exchange/import/shared/column-names.server.ts'
import { singleLine } from '../words.ts'

const LIST_MAX = 30

/** Column names in one line, truncated, since a file that is not a table may have hundreds of any length. */
export function columnList(names: readonly string[]): string {
  const some = names.slice(0, LIST_MAX).map((name) => singleLine(name).slice(0, 60) || '""')
  return names.length > LIST_MAX ? `${some.join(', ')} and ${names.length - LIST_MAX} more` : some.join(', ')
}

/** Which columns are used for which fields, and which become details. */
export function tableText({
  header,
  columns,
}: {
  header: string[]
  columns: Readonly<Record<string, number>>
}): string {
  const further = furtherColumns(header, columns)
  const nameOf = (index: number): string => `"${singleLine(header[index] || String(index + 1))}"`
  const used = allColumns.flatMap((field) => {
    const index = columns[field]
    return index === undefined ? [] : [`${field} from ${[index, ...(further[field] ?? [])].map(nameOf).join(' and ')}`]
  })
  const usedIndexes = new Set([...Object.values(columns), ...Object.values(further).flat()])
  const others = header.map((name, index) => name || String(index + 1)).filter((_, index) => !usedIndexes.has(index))
  return `Columns: ${used.join(', ')}${others.length > 0 ? `; details: ${columnList(others)}` : ''}`
}
