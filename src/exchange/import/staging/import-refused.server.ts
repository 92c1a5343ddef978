import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { openTable } from '#base/formats/open-table.server.ts'
import { readUpload } from '#base/db/uploads.server.ts'
import { csvFile } from '#base/csv/write-csv.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { fileResponse } from '#base/lib/http/file-response.server.ts'
import { refusedCells } from './import-book.server.ts'
import { isKnownHeader } from '../shared/column-names.server.ts'
import { rowReasonSchema } from '../page/import-reason.schema.ts'
import { reasonText } from '../page/import-words.ts'
import { REFUSED_LISTED } from '../import.schema.ts'
import type { ImportKind, ImportRecord, RefusedRow } from '#kit/import/shared/import-kind.server.ts'

/** Stores the cells of rows that were refused after reading, from the file, before that is dropped. */
export async function completeRefusedCells({ id, size, shape }: ImportRecord): Promise<void> {
  const { rows: missing } = await db.execute<{ at: number }>(
    sql`select at from book_import_row where import_id = ${id} and result = 'refused' and cells is null
      order by at limit ${REFUSED_LISTED}`,
  )
  if (missing.length === 0 || !shape) return
  const source = { size, open: () => readUpload(id) }
  const wanted = new Set(missing.map(({ at }) => at))
  const { rows: groups } = await openTable(source, shape, { isKnownHeader })
  let at = 0
  for await (const rows of groups) {
    const found = rows.flatMap(({ cells }, index) =>
      wanted.has(at + index) ? [{ at: at + index, cells: refusedCells(cells) }] : [],
    )
    at += rows.length
    if (found.length === 0) continue
    await db.execute(sql`
      update book_import_row as r set cells = given.cells
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as given(at integer, cells jsonb)
      where r.import_id = ${id} and r.at = given.at`)
  }
}

const PAGE = 1000

/** The refused rows as a CSV file that can be mended and imported again: the columns of the file, and the reason. */
export function refusedRowsFile({ id, header, filename }: ImportRecord, other?: ImportKind): Response {
  const locale = getLocale()
  const pageAfter = (at: number) => withLocale(locale, () => (other?.refusedRows ?? refusedBooks)(id, at))
  async function* rows(): AsyncGenerator<string[][]> {
    for (let from = -1; ;) {
      const found = await pageAfter(from)
      yield found.map(({ cells, text }) => [...header.map((_, index) => cells[index] ?? ''), text])
      const last = found.at(-1)
      if (!last) return
      from = last.at
    }
  }
  const columns = [...header, m.import_reason()].map((heading) => ({ field: heading, heading }))
  const name = `${filename.replace(/\.[^.]*$/, '')}-refused.csv`
  return fileResponse(csvFile(columns, rows()), 'text/csv; charset=utf-8', name)
}

async function refusedBooks(id: string, after: number): Promise<RefusedRow[]> {
  const { rows: found } = await db.execute<{ at: number; cells: string[]; reason: unknown }>(sql`
    select at, cells, reason from book_import_row
    where import_id = ${id} and result = 'refused' and cells is not null and at > ${after}
    order by at limit ${PAGE}`)
  return found.map(({ at, cells, reason }) => {
    const read = rowReasonSchema.safeParse(reason)
    return { at, cells, text: read.success ? reasonText(read.data) : '' }
  })
}
