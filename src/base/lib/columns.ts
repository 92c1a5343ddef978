/** Rows as one array for each of their fields: as JSON that is smaller, and read faster. */
export type Columns<Row> = { [Field in keyof Row]: Row[Field][] }

export function toColumns<Row extends { id: string }>(rows: readonly Row[]): Columns<Row> {
  // All rows have the fields of the first one.
  const fields = Object.keys(rows[0] ?? { id: '' }) as (keyof Row)[]
  return Object.fromEntries(fields.map((field) => [field, rows.map((row) => row[field])])) as Columns<Row>
}

export function toRows<Row extends { id: string }>(columns: Columns<Row>): Row[] {
  const entries = Object.entries<unknown[]>(columns)
  return columns.id.map((_, at) => {
    const row: Record<string, unknown> = {}
    for (const [field, column] of entries) row[field] = column[at]
    // Each field has its column.
    return row as Row
  })
}
