import { collect } from '../bytes.server.ts'
import { FileFault, type ForeignKind } from '../file-fault.ts'
import type { FileSource, IsKnownHeader } from '../file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { mainPart, readWorkbookPart } from './workbook.server.ts'
import { sheetOfBooks } from './read-workbook.server.ts'
import { openZip, type Zip } from './zip.server.ts'

/** Files that are named if a ZIP file is no workbook. */
const NAMES = 5

/** The sheets of a workbook, of several that with names of columns. Throws FileFault for any other ZIP file. */
export async function inspectWorkbook(source: FileSource, isKnownHeader?: IsKnownHeader): Promise<FileShape> {
  const zip = await openZip(source)
  const part = await mainPart(zip)
  if (!part?.startsWith('xl/') || part.endsWith('.bin')) throw await foreignZip(zip, part)
  const sheets = (await readWorkbookPart(zip, part)).sheets.map(({ name }) => name)
  const [first] = sheets
  if (first === undefined) throw new FileFault({ kind: 'empty' })
  const found = isKnownHeader && sheets.length > 1 ? await sheetOfBooks(source, isKnownHeader) : undefined
  return { kind: 'xlsx', sheet: found ?? first, sheets }
}

async function foreignZip(zip: Zip, part: string | undefined): Promise<FileFault> {
  const format = part === undefined ? await packedKind(zip) : part.startsWith('xl/') ? 'xlsb' : 'docx'
  const names = zip.names.slice(0, NAMES).map((name) => name.slice(0, 100))
  return new FileFault(format === 'zip' ? { kind: 'foreign', format, names } : { kind: 'foreign', format })
}

/** Files of OpenDocument say what they are in their first part. */
async function packedKind(zip: Zip): Promise<ForeignKind> {
  const bytes = zip.sizeOf('mimetype') < 200 ? zip.open('mimetype', 200) : undefined
  const type = bytes ? (await collect(bytes)).toString() : ''
  if (type.includes('opendocument.spreadsheet')) return 'ods'
  if (type.includes('opendocument') || type.includes('epub')) return 'docx'
  return zip.names.some((name) => name.endsWith('.iwa')) ? 'numbers' : 'zip'
}
