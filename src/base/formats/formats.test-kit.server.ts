import { FileFault, type WholeFault } from './file-fault.ts'
import type { FileRow, FileSource } from './file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { inspectFile } from './inspect-file.server.ts'
import { openTable } from './open-table.server.ts'

/** A file of these bytes, in pieces of `chunk` bytes. */
export function fileOf(content: string | Buffer, chunk = 65_536): FileSource {
  const bytes = Buffer.from(content)
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  return { open, size: bytes.length }
}

export interface ReadFile {
  shape: FileShape
  header: string[]
  rows: FileRow[]
}

const isKnownHeader = (name: string) => /^(title|author|titre|العنوان)$/i.test(name)

/** A whole file, in the shape that is guessed or in the one that is given. */
export async function readFile(
  content: string | Buffer | FileSource,
  corrected: Partial<FileShape> = {},
): Promise<ReadFile> {
  const source = typeof content === 'string' || Buffer.isBuffer(content) ? fileOf(content) : content
  const shape = { ...(await inspectFile(source, isKnownHeader)), ...corrected }
  const { header, rows } = await openTable(source, shape, { isKnownHeader })
  const all: FileRow[] = []
  for await (const group of rows) all.push(...group.map((row) => widened(row, header.length)))
  return { shape, header, rows: all }
}

/** A row without a fault with a cell for each column. */
const widened = (row: FileRow, width: number): FileRow =>
  row.fault ? row : { ...row, cells: Array.from({ length: width }, (_, index) => row.cells[index] ?? '') }

export const cellsOf = ({ rows }: ReadFile): string[][] => rows.map(({ cells }) => cells)

/** Why the whole file is refused. */
export const faultOf = (
  content: string | Buffer | FileSource,
  corrected?: Partial<FileShape>,
): Promise<WholeFault | undefined> =>
  readFile(content, corrected).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof FileFault) return error.fault
      throw error
    },
  )
