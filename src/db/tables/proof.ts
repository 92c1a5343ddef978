import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#lib/id.ts'
import { instant } from './columns.ts'
import { session } from './user.ts'

/**
 * A code that somebody who is signed in was mailed: to prove the address anew (`fresh`), or a new one
 * (`change-email`). It is good in the session that asked for it, for that address and purpose.
 */
export const proof = pgTable(
  'proof',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    email: text().notNull(),
    /** The code itself is never stored: it is derived from this and the secret. */
    nonce: text().notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (table) => [unique('proof_session_id_purpose_unique').on(table.sessionId, table.purpose)],
)
