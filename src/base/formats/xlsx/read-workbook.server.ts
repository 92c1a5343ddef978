import { FileFault } from '../file-fault.ts'
import type { FileRow, FileSource, FileTable, IsKnownHeader, ReadOptions } from '../file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { firstRows, headerOf, knownNames, unnamedColumns } from '../header-row.ts'
import { COLUMNS_MAX } from '../limits.ts'
import { SheetRows } from './sheet-rows.ts'
import { mainPart, readStrings, readStyles, readWorkbookPart, type Workbook } from './workbook.server.ts'
import { readXmlPart } from './xml-part.server.ts'
import { openZip } from './zip.server.ts'

/** Bytes of a sheet, unpacked. */
const SHEET_MAX = 400_000_000

/**
 * A sheet of a workbook. Its header is the first row with a cell, or one below a title; cells to the right of it are
 * left out.
 */
export async function openWorkbook(source: FileSource, shape: FileShape, options: ReadOptions): Promise<FileTable> {
  const readSheet = await openSheet(source, shape, options.signal)
  const top = await firstRows(readSheet())
  const found = headerOf(top, options.isKnownHeader)
  if (!found) throw new FileFault({ kind: 'empty' })
  const hasHeader = shape.hasHeader ?? true
  const header = hasHeader ? found.cells.map((cell) => cell.trim()) : unnamedColumns(top)
  if (hasHeader) while (header.at(-1) === '') header.pop()
  if (hasHeader && found.fault) throw new FileFault({ kind: 'header', row: found.row })
  if (header.length > COLUMNS_MAX) throw new FileFault({ kind: 'columns', found: header.length, limit: COLUMNS_MAX })
  return { header, rows: readRows(readSheet(options.onBytes), hasHeader ? found.row : 0, header.length) }
}

/** The rows of a part with a sheet, read anew at each call. */
type ReadPart = (part: string, onBytes?: (bytes: number) => void) => AsyncGenerator<FileRow[]>

/** Reads what all rows need; the sheets themselves can then be read again and again. */
async function openSheets(
  source: FileSource,
  signal?: AbortSignal,
): Promise<{ workbook: Workbook; readPart: ReadPart }> {
  const zip = await openZip(source)
  const workbook = await readWorkbookPart(zip, (await mainPart(zip)) ?? 'xl/workbook.xml')
  const styles = await readStyles(zip, workbook)
  const strings = await readStrings(zip, workbook, signal)
  const readPart: ReadPart = async function* (part, onBytes) {
    const rows = new SheetRows(strings, styles, workbook.epoch)
    const bytes = zip.open(part, SHEET_MAX, signal)
    if (!bytes) throw new FileFault({ kind: 'damaged' })
    const share = source.size / Math.max(1, zip.sizeOf(part))
    let read = 0
    const counted = async function* () {
      for await (const piece of bytes) {
        read += piece.length
        onBytes?.(Math.min(source.size, Math.round(read * share)))
        yield piece
      }
    }
    for await (const _ of readXmlPart(counted(), rows)) yield rows.take()
  }
  return { workbook, readPart }
}

async function openSheet(source: FileSource, { sheet }: FileShape, signal?: AbortSignal) {
  const { workbook, readPart } = await openSheets(source, signal)
  const { part = '' } = workbook.sheets.find(({ name }) => sheet === undefined || name === sheet) ?? {}
  if (part === '')
    throw new FileFault({ kind: 'no-sheet', sheet: sheet ?? '', sheets: workbook.sheets.map(({ name }) => name) })
  return (onBytes?: (bytes: number) => void) => readPart(part, onBytes)
}

/** Sheets among which that of the books is looked for. */
const SHEETS_LOOKED_AT = 10

/**
 * The first sheet whose header has two names of columns, since instructions or a cover may stand before the books; undefined where
 * there is none.
 */
export async function sheetOfBooks(source: FileSource, isKnownHeader: IsKnownHeader): Promise<string | undefined> {
  const { workbook, readPart } = await openSheets(source)
  for (const { name, part } of workbook.sheets.slice(0, SHEETS_LOOKED_AT)) {
    const header = headerOf(await firstRows(readPart(part)), isKnownHeader)
    if (header && knownNames(header.cells, isKnownHeader) > 1) return name
  }
  return undefined
}

async function* readRows(groups: AsyncGenerator<FileRow[]>, header: number, width: number): AsyncGenerator<FileRow[]> {
  for await (const group of groups)
    yield group.filter(({ row }) => row > header).map((row) => ({ ...row, cells: row.cells.slice(0, width) }))
}
