import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#lib/id.ts'
import { instant } from './columns.ts'

/**
 * Why backups are not copied. `absent`: no drive is there. `other_drive`: one that was not chosen. `other_library`: it has
 * the backups of another library. `failed`: anything else, such as a broken drive.
 */
export type CopyProblem = 'absent' | 'other_drive' | 'other_library' | 'read_only' | 'forbidden' | 'no_room' | 'failed'

/** How the copies of backups in the chosen folder stand: one row. */
export const backupCopy = pgTable(
  'backup_copy',
  {
    id: boolean().primaryKey().default(true),
    /** Stands in the folder too: an empty mount point has no mark, another library's folder another one. */
    mark: uuid().notNull().$defaultFn(newId),
    /** What the rest is about; null while none was ever chosen. */
    folder: text(),
    /** Since when it is the folder. */
    since: instant(),
    /** When nothing was missing there last. */
    copiedAt: instant(),
    /** When the newest backup there was made. */
    newestAt: instant(),
    problem: text().$type<CopyProblem>(),
  },
  (table) => [check('backup_copy_one_row', sql`${table.id}`)],
)
