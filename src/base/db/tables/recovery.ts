import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What is encrypted with a key that scrypt makes of words: all in base64. */
export interface SealedByWords {
  salt: string
  iv: string
  /** The ciphertext, and after it the tag of AES-256-GCM. */
  box: string
}

/** How the library comes back when its computer breaks: one row. It is in the backups. */
export const recovery = pgTable(
  'recovery',
  {
    id: boolean().primaryKey().default(true),
    /** The eight words of the sheet, encrypted with the secret of the server; null until the sheet is first shown. */
    words: text(),
    /** The secret of the server, encrypted with the words: in front of each backup too. */
    sealedSecret: jsonb().$type<SealedByWords>(),
    /** The hash of what is asked of who restores a backup on `/setup`; null where nothing is. */
    phrase: text(),
    /** Since when what depended on the former computer is to be seen to; null when it is. */
    restoredAt: instant(),
  },
  (table) => [check('recovery_one_row', sql`${table.id}`)],
)
