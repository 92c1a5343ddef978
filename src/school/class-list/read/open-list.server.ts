import { FileFault } from '#base/formats/file-fault.ts'
import type { FileRow, FileSource } from '#base/formats/file-table.ts'
import { inspectFile } from '#base/formats/inspect-file.server.ts'
import { openTable } from '#base/formats/open-table.server.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { classOfSheet } from './class-name.ts'
import { PEOPLE_MAX, type OpenList } from './open-list.ts'
import { findPeopleColumns, isClassList, isPeopleHeader, isSecret } from './people-columns.ts'
import { isRoster } from './roster/open-roster.server.ts'

/** How a file is read that is a list of people, and its header; undefined for any other, unless it `isAsked`. Throws FileFault. */
export async function recogniseList(
  source: FileSource,
  isAsked: boolean,
): Promise<{ shape: FileShape | null; header: string[] } | undefined> {
  const shape = await shapeOf(source)
  if (shape === null) return (await isRoster(source, isAsked)) ? { shape, header: [] } : undefined
  if (shape.kind !== 'csv' && shape.kind !== 'xlsx') return undefined
  const { header, rows } = await openTable(source, shape, { isKnownHeader: isPeopleHeader })
  await rows.return(undefined)
  return isAsked || isClassList(header) ? { shape, header } : undefined
}

/** How a file is read; null for a ZIP file that is no workbook. */
const shapeOf = (source: FileSource): Promise<FileShape | null> =>
  inspectFile(source, isPeopleHeader).catch((error: unknown) => {
    const isOtherZip = error instanceof FileFault && error.fault.kind === 'foreign' && error.fault.format === 'zip'
    if (isOtherZip) return null
    throw error
  })

/** Reads a list whole. Of a workbook without a column for classes, all sheets that have the same columns. Throws FileFault. */
export async function openList(source: FileSource, shape: FileShape): Promise<OpenList> {
  const { header, rows } = await openTable(source, shape, { isKnownHeader: isPeopleHeader })
  const list: OpenList = { header, rows: [] }
  await addRows(list, rows, classOfSheet(shape.sheet))
  const others = (shape.sheets ?? []).filter((sheet) => sheet !== shape.sheet)
  if (findPeopleColumns(header).class !== undefined || others.length === 0) return list
  for (const sheet of others) {
    const other = await openTable(source, { ...shape, sheet }, { isKnownHeader: isPeopleHeader })
    if (other.header.join('\0') === header.join('\0')) await addRows(list, other.rows, classOfSheet(sheet))
    else await other.rows.return(undefined)
  }
  return list
}

async function addRows(
  { header, rows: list }: OpenList,
  groups: AsyncIterable<FileRow[]>,
  className: string,
): Promise<void> {
  for await (const group of groups) {
    for (const row of group)
      list.push({
        row: { ...row, cells: row.cells.map((cell, at) => (isSecret(header[at] ?? '') ? '' : cell)) },
        className,
      })
    if (list.length > PEOPLE_MAX) throw new FileFault({ kind: 'rows', limit: PEOPLE_MAX })
  }
}
