import { FileFault } from '../file-fault.ts'
import type { FileShape, FileSource, FileTable, ReadOptions } from '../file-table.ts'

export async function openWorkbook(_source: FileSource, _shape: FileShape, _options: ReadOptions): Promise<FileTable> {
  throw new FileFault({ kind: 'damaged' })
}
