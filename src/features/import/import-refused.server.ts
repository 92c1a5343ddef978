import { sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { openTable } from '#formats/open-table.server.ts'
import { readUpload } from '#db/uploads.server.ts'
import type { ImportRecord } from './import-write.server.ts'

/** Stores the cells of rows that were refused after reading, from the file, before that is dropped. */
export async function completeRefusedCells({ id, size, shape }: ImportRecord): Promise<void> {
  const { rows: missing } = await db.execute<{ at: number }>(
    sql`select at from book_import_row where import_id = ${id} and result = 'refused' and cells is null`,
  )
  if (missing.length === 0) return
  const wanted = new Set(missing.map(({ at }) => at))
  const { rows: groups } = await openTable({ size, open: () => readUpload(id) }, shape)
  let at = 0
  for await (const rows of groups) {
    const found = rows.flatMap(({ cells }, index) => (wanted.has(at + index) ? [{ at: at + index, cells }] : []))
    at += rows.length
    if (found.length === 0) continue
    await db.execute(sql`
      update book_import_row as r set cells = given.cells
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as given(at integer, cells jsonb)
      where r.import_id = ${id} and r.at = given.at`)
  }
}
