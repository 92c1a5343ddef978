import { sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { tellMovedChildren } from '#kit/slice.server.ts'
import { newId } from '#base/lib/id.ts'
import { hasCopies, noteTakenNumbers, plannedCopies, type CopiesImport, type RowRange } from './plan-copies.server.ts'

/** Copies of one statement. */
const AT_ONCE = 1000

type Values = Pick<typeof copy.$inferSelect, 'bookId' | 'number' | 'location' | 'condition' | 'note' | 'acquiredOn'>
type PlannedCopy = Values & { at: number } & Record<string, unknown>

/** Adds the copies that rows say, and notes at each row which they are. Returns how many. */
export async function writeCopies(tx: Transaction, record: CopiesImport, range: RowRange): Promise<number> {
  if (!hasCopies(record)) return 0
  await noteTakenNumbers(tx, record.id, range)
  const { rows } = await tx.execute<PlannedCopy>(sql`
    select at, book_id as "bookId", planned.number, planned.place as location, planned.condition, planned.note, planned.day::text as "acquiredOn"
    from (${plannedCopies(record, range)}) as planned join book on book.id = book_id
    order by at, nth`)
  const copies = rows.map((row) => ({ ...row, id: newId() }))
  for (let from = 0; from < copies.length; from += AT_ONCE)
    await tx.insert(copy).values(copies.slice(from, from + AT_ONCE))
  await tx.execute(sql`
    update book_import_row as r set copies = r.copies || jsonb_build_object('added', added.ids)
    from (select at, jsonb_agg(id) as ids from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as one(at integer, id uuid)
      group by at) as added
    where r.import_id = ${record.id} and r.at = added.at`)
  if (copies.length > 0) await tellMovedChildren(tx)
  return copies.length
}
