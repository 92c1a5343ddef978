import type { FileColumn, WrittenRows } from '#base/csv/written-table.ts'

/** JSON lines: an object a line, with every field of the columns. */
export async function* writeJsonLines(columns: readonly FileColumn[], rows: WrittenRows): AsyncGenerator<string> {
  for await (const group of rows) {
    yield group.map((cells) => `{${columns.map((column, at) => member(column, cells[at] ?? '')).join()}}\n`).join('')
  }
}

/** A list without texts is one all the same, so that a program need not ask what it is. */
const member = ({ field, isJson = false }: FileColumn, cell: string): string =>
  `${JSON.stringify(field)}:${isJson ? cell || '[]' : JSON.stringify(cell)}`
