import { readBytes } from '../bytes.server.ts'
import { FileFault } from '../file-fault.ts'
import type { FileRow, FileSource, FileTable, ReadOptions } from '../file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { joinList } from '#base/lib/list-cell.ts'
import { limitRows } from '../limit-rows.ts'
import { COLUMNS_MAX } from '../limits.ts'
import { readText } from '../text/decode.server.ts'
import { readLines } from '../text/lines.ts'

/** JSON lines. The header has every key of the file, in the order in which they first come. */
export async function openJsonLines(source: FileSource, shape: FileShape, options: ReadOptions): Promise<FileTable> {
  const keys = new Set<string>()
  let isJson = true
  const { signal } = options
  for await (const lines of linesOf(source, shape, signal ? { signal } : {})) {
    for (const { text } of lines) {
      const object = parseObject(text)
      if (!object) isJson = false
      for (const key of object?.keys() ?? []) keys.add(key)
    }
    if (keys.size > COLUMNS_MAX) throw new FileFault({ kind: 'columns', found: keys.size, limit: COLUMNS_MAX })
  }
  if (keys.size === 0) throw new FileFault(isJson ? { kind: 'empty' } : { kind: 'foreign', format: 'json' })
  const header = [...keys]
  return { header, rows: readRows(source, shape, options, header) }
}

const linesOf = (source: FileSource, shape: FileShape, options: ReadOptions) =>
  limitRows(readLines(readText(readBytes(source, options), shape.encoding)))

async function* readRows(
  source: FileSource,
  shape: FileShape,
  options: ReadOptions,
  header: readonly string[],
): AsyncGenerator<FileRow[]> {
  const places = new Map(header.map((key, index) => [key, index]))
  for await (const lines of linesOf(source, shape, options))
    yield lines.map(({ line: row, text, fault }): FileRow => {
      if (fault) return { row, cells: [], fault }
      const object = parseObject(text)
      return object ? { row, cells: cellsOf(object, places) } : { row, cells: [text], fault: { kind: 'json' } }
    })
}

function cellsOf(object: ReadonlyMap<string, unknown>, places: ReadonlyMap<string, number>): string[] {
  const cells: string[] = []
  for (const [key, value] of object) {
    const place = places.get(key) ?? 0
    while (cells.length < place) cells.push('')
    cells[place] = cellOf(value)
  }
  return cells
}

/** The members of an object in JSON; a Map, since names such as `__proto__` are allowed. */
export function parseObject(text: string): Map<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : undefined
  } catch {
    return undefined
  }
}

/** What is neither text nor number is as it stands in the file; a list of a single text is that text. */
function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length === 1 && typeof value[0] === 'string') return joinList([value[0]])
  if (Array.isArray(value) && value.length === 0) return ''
  return nestedText(value)
}

/** A value as JSON; empty if it is nested too deep. */
function nestedText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return ''
  }
}
