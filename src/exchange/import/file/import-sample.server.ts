import type { FileRow, FileSource, FileTable } from '#base/formats/file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { openTable } from '#base/formats/open-table.server.ts'
import { areTurned } from '#catalogue/book/shared/turn-names.server.ts'
import { knownNames } from '#base/formats/header-row.ts'
import { findIsbns } from '#base/lib/isbn.ts'
import { flagReader } from '../copies/copy-states.server.ts'
import { importFields, isKnownHeader } from '../shared/column-names.server.ts'
import { seriesIndexReader } from '../shared/program-columns.ts'
import { findColumns } from '../staging/import-columns.server.ts'
import { hasEntity } from '../staging/import-text.server.ts'

const SAMPLE = 500
/** Characters of cells after which no more rows are sampled. */
const SAMPLE_SIZE = 1_000_000

/** A table of which the first rows are known before the others are read. */
export interface SampledTable {
  header: string[]
  /** The table has cells as people fill them (CSV, a workbook), not records. */
  isTable: boolean
  sample: FileRow[]
  rows: AsyncGenerator<FileRow[]>
}

/** Opens a table and reads its first rows. Throws FileFault. */
export async function openSampled(source: FileSource, shape: FileShape): Promise<SampledTable> {
  const { header, rows } = await openFor(source, shape, await importFields())
  const sample: FileRow[] = []
  let size = 0
  let last = await rows.next()
  for (; !last.done; last = await rows.next()) {
    sample.push(...last.value)
    for (const { cells } of last.value) for (const cell of cells) size += cell.length
    if (sample.length >= SAMPLE || size >= SAMPLE_SIZE) break
  }
  async function* all() {
    yield sample
    if (!last.done) yield* rows
  }
  return { header, isTable: shape.kind === 'csv' || shape.kind === 'xlsx', sample, rows: all() }
}

/** Opens a table. The last columns of every MARC file are of copies, which are none of a library that does not lend. */
async function openFor(source: FileSource, shape: FileShape, fields: readonly string[]): Promise<FileTable> {
  const table = await openTable(source, shape, { isKnownHeader })
  const header = table.header.filter((name) => fields.includes(name))
  if (!shape.kind.startsWith('marc')) return asPrograms(table, fields)
  if (header.length === table.header.length) return table
  async function* rows() {
    for await (const group of table.rows)
      yield group.map((row): FileRow => ({ ...row, cells: row.cells.slice(0, header.length) }))
  }
  return { header, rows: rows() }
}

/** A table in which what some programs write in a way of their own, such as flags of copies in a library that lends, is as elsewhere. */
function asPrograms(table: FileTable, fields: readonly string[]): FileTable {
  const readers = [
    fields.includes('copyCondition') ? flagReader(table.header) : undefined,
    seriesIndexReader(table.header),
  ].filter((reader) => reader !== undefined)
  if (readers.length === 0) return table
  async function* rows() {
    for await (const group of table.rows) yield group.map((row) => readers.reduce((read, reader) => reader(read), row))
  }
  return { ...table, rows: rows() }
}

/** The cells of a column in the sample that are not empty. */
export const cellsOfColumn = ({ sample }: Pick<SampledTable, 'sample'>, index: number | undefined): string[] =>
  index === undefined ? [] : sample.flatMap(({ cells, fault }) => (fault || !cells[index] ? [] : [cells[index].trim()]))

/** What no column is called: an ISBN, an address of the web. */
const isSurelyValue = (name: string): boolean => findIsbns(name).isbns.length > 0 || /^https?:\/\//.test(name)

/**
 * Whether the names of the columns are a book: none is known, and one is a number or stands in its column again. Beside an ISBN
 * one name may be known, such as that of a summary which says "A summary.".
 */
export function isHeaderless({ kind }: FileShape, { header, sample }: SampledTable): boolean {
  if (kind !== 'csv' && kind !== 'xlsx') return false
  if (knownNames(header, isKnownHeader) > (header.some(isSurelyValue) ? 1 : 0)) return false
  const filled = header.filter((name) => name !== '')
  const isValue = (name: string, index: number) =>
    /^[\d\s.,/X-]{2,}$/.test(name) ||
    /^<[^<>]+>/.test(name) ||
    (name !== '' && cellsOfColumn({ sample }, index).includes(name))
  return filled.length > 1 && header.some(isValue)
}

/** The columns of a table without names: the first texts are titles; authors stand in angle brackets or are written "Last, First". */
function guessUnnamed(table: SampledTable): Map<string, number> {
  const indexes = table.header.map((_, index) => index)
  const title = indexes.find((index) => {
    const values = cellsOfColumn(table, index)
    return (
      new Set(values).size * 2 > values.length &&
      values.filter((value) => /\p{L}{2}/u.test(value)).length * 2 > values.length
    )
  })
  const author = indexes.find((index) => {
    const values = cellsOfColumn(table, index)
    return index !== title && (values.some((value) => /^<[^<>]+>/.test(value)) || areTurned(values))
  })
  const isbn = indexes.find((index) => {
    const values = cellsOfColumn(table, index)
    return values.filter((value) => findIsbns(value).isbns.length > 0).length * 2 > values.length
  })
  return new Map(
    Object.entries({ title, author, isbn }).flatMap(([field, index]) => (index === undefined ? [] : [[field, index]])),
  )
}

/** The columns of the `fields`, by the names of the columns and what is in them; `map` gives a column without a name by its number. */
export const chooseColumns = (
  shape: FileShape,
  table: SampledTable,
  map: Readonly<Record<string, string>>,
  fields: readonly string[],
): Record<string, number> =>
  Object.fromEntries(
    shape.hasHeader === false
      ? [
          ...guessUnnamed(table),
          ...Object.entries(map).flatMap(([field, number]) =>
            table.header[Number(number) - 1] === undefined || !fields.includes(field)
              ? []
              : [[field, Number(number) - 1]],
          ),
        ]
      : findColumns(table.header, map, (index) => cellsOfColumn(table, index), fields),
  )

/** Columns in which several cells have entities of HTML. */
export const columnsWithEntities = (table: SampledTable): number[] =>
  table.header.flatMap((_, index) => (cellsOfColumn(table, index).filter(hasEntity).length > 1 ? [index] : []))
