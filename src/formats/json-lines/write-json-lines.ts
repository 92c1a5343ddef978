import type { FileColumn, WrittenRows } from '../file-table.ts'

/** JSON lines: an object a line, with every field of the columns. */
export async function* writeJsonLines(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<string> {
  for await (const group of rows) {
    const objects = group.map((cells) => Object.fromEntries(columns.map(({ field }, at) => [field, cells[at] ?? ''])))
    yield objects.map((object) => `${JSON.stringify(object)}\n`).join('')
  }
}
