import { FileFault } from '../file-fault.ts'
import type { FileShape, FileSource } from '../file-table.ts'

/** The sheets of a workbook. */
export async function inspectWorkbook(_source: FileSource): Promise<FileShape> {
  throw new FileFault({ kind: 'foreign', format: 'zip' })
}
