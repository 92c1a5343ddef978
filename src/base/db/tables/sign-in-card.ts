import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { bytes, instant } from './columns.ts'
import { session, user } from './user.ts'

/** A card on paper that signs its holder in once, for people without mail. */
export const signInCard = pgTable(
  'sign_in_card',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** Keyed hash of the code, which is shown once and never stored. */
    hash: bytes().notNull(),
    /** The manager who gave it; null for the command line, and once that user is gone. */
    createdBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    /** The roles of its holder when it was given: it does not sign in somebody who may do more by now. */
    holderRole: text().notNull().default('user'),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** The session that the card opened. */
    sessionId: uuid().references(() => session.id, { onDelete: 'set null' }),
    revokedAt: instant(),
  },
  (table) => [
    unique('sign_in_card_hash_unique').on(table.hash),
    // A user has one card at most that may still be used.
    uniqueIndex('sign_in_card_open_unique')
      .on(table.userId)
      .where(sql`${table.usedAt} is null and ${table.revokedAt} is null`),
    index('sign_in_card_user_id_index').on(table.userId, table.createdAt),
    index('sign_in_card_created_by_index').on(table.createdBy),
    index('sign_in_card_session_id_index').on(table.sessionId),
  ],
)
