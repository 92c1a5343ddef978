import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'

/**
 * Why backups are not copied. `absent`: no drive is there. `other_drive`: one that was not chosen. `other_library`: it has
 * the backups of another library. `failed`: anything else, such as a broken drive. Of a drive that root's helper lends:
 * `other_stick`: it is away and another one is there. `busy`: another program uses it. `clone`: another one has the same UUID.
 * `link`: what is called Maktaba on it is no folder. `type`: a file system that is not taken. `system`: it is on a disk of a system.
 * `helper`: nothing lends it.
 */
export type SecondFolderProblem =
  | 'absent'
  | 'other_drive'
  | 'other_library'
  | 'read_only'
  | 'forbidden'
  | 'no_room'
  | 'failed'
  | 'other_stick'
  | 'busy'
  | 'clone'
  | 'link'
  | 'type'
  | 'system'
  | 'helper'

/** How the second folder of backups stands: one row. */
export const secondFolder = pgTable(
  'backup_copy',
  {
    id: boolean().primaryKey().default(true),
    /** The library's mark, also in the folder: an empty mount point has none, another library's folder another one. */
    mark: uuid().notNull().$defaultFn(newId),
    /** The folder that the other columns are about; null while none was ever chosen. */
    folder: text(),
    /** Since when this folder has been chosen. */
    since: instant(),
    /** When the folder last had every backup. */
    copiedAt: instant(),
    /** When the newest backup in the folder was made. */
    newestAt: instant(),
    problem: text().$type<SecondFolderProblem>(),
  },
  (table) => [check('backup_copy_one_row', sql`${table.id}`)],
)
