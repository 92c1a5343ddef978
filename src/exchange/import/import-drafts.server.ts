import { and, eq, sql, type SQL } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { dropUpload } from '#base/db/uploads.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { DRAFT_HOURS, isOldDraft } from '#kit/batch/shared/batch.server.ts'
import { imports } from './run/import-write.server.ts'

/** Deletes an import with its rows and its file, unless it was started meanwhile or is not as `condition` says: returns whether it did. */
export const discardImport = (
  id: string,
  condition: SQL | undefined = eq(bookImport.state, 'waiting'),
): Promise<boolean> => imports.discard(and(eq(bookImport.id, id), condition), dropUpload)

/** Longer than for a file: a look-up takes hours, and may end on a Friday evening. */
const LOOKUP_HOURS = 7 * 24

/** Discards imports that were never started, and files without an import, or of one that ended as long ago as the trash keeps. */
export async function discardDrafts(): Promise<void> {
  const hours = sql`case when lookup is null then ${DRAFT_HOURS}::int else ${LOOKUP_HOURS}::int end`
  await imports.discard(isOldDraft(hours), dropUpload)
  await db.execute(sql`
    delete from upload where public.counted_from(created_at) < now() - make_interval(hours => ${DRAFT_HOURS})
      and not exists (select from book_import where book_import.id = upload.id
        and public.counted_from(coalesce(undone_at, finished_at, now())) > now() - make_interval(days => ${inForce().trashDays}))`)
}
