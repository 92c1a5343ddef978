import { and, eq, sql, type SQL } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { bookImport } from '#db/tables/book-import.ts'
import { dropUpload } from '#db/uploads.server.ts'
import { inForce } from '#env/in-force.server.ts'

/** Deletes an import with its rows and its file, unless it was started meanwhile or is not as `condition` says: returns whether it did. */
export const discardImport = (
  id: string,
  condition: SQL | undefined = eq(bookImport.state, 'waiting'),
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const discarded = await tx
      .delete(bookImport)
      .where(and(eq(bookImport.id, id), condition))
      .returning({ id: bookImport.id })
    if (discarded.length === 0) return false
    await tx.execute(sql`delete from book_import_row where import_id = ${id}`)
    await dropUpload(tx, id)
    return true
  })

const DRAFT_HOURS = 24
/** Longer than for a file: a look-up takes hours, and may end on a Friday evening. */
const LOOKUP_HOURS = 7 * 24

/** Discards imports that were never started, and files without an import, or of one that ended as long ago as the trash keeps. */
export async function discardDrafts(): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from book_import where state = 'waiting'
      and created_at < now() - make_interval(hours => case when lookup is null then ${DRAFT_HOURS}::int else ${LOOKUP_HOURS}::int end)`)
  for (const { id } of rows) await discardImport(id)
  await db.execute(sql`
    delete from upload where created_at < now() - make_interval(hours => ${DRAFT_HOURS})
      and not exists (select from book_import where book_import.id = upload.id
        and coalesce(undone_at, finished_at, now()) > now() - make_interval(days => ${inForce().trashDays}))`)
}
