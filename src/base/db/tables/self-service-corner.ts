import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { borrower } from './borrower.ts'
import { bytes, instant } from './columns.ts'
import { user } from './user.ts'

/**
 * A device that lends and returns by itself, by a key of its own instead of a session. The trigger `end_corners` ends those of a user
 * who is banned or may no longer lend, and all when the library lends no more. In no backup: a restored library has none.
 */
export const selfServiceCorner = pgTable(
  'self_service_corner',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    /** The place where it stands. */
    name: text().notNull(),
    /** SHA-256 of the key, which the device alone has. */
    keyHash: bytes().notNull(),
    /** Who opened it, in whose name it lends; null once that user is gone, which ends it. */
    openedBy: uuid().references(() => user.id, { onDelete: 'set null' }),
    openedAt: instant().notNull(),
    endedAt: instant(),
    /** When too many unknown cards have locked it; null while it is not locked. */
    lockedAt: instant(),
    /** Unknown numbers that were scanned since the last known card. */
    unknownCards: integer().notNull().default(0),
    /** The moment from which unknown numbers are counted for the hour: when it was opened or last unlocked. */
    countedFrom: instant().notNull(),
    /** Whether it takes copies back without a card. */
    returnsWithoutCard: boolean().notNull(),
    /** Who has scanned their card, and until when that holds. */
    borrowerId: uuid().references(() => borrower.id, { onDelete: 'set null' }),
    borrowerUntil: instant(),
    /** When that card was scanned. */
    turnStartedAt: instant(),
    /** When the device last asked for something, to the minute. */
    lastSeenAt: instant(),
  },
  (table) => [
    unique('self_service_corner_key_hash_unique').on(table.keyHash),
    index('self_service_corner_open_index')
      .on(table.openedAt)
      .where(sql`"ended_at" is null`),
    // For the deletion of users and of borrowers.
    index('self_service_corner_opened_by_index').on(table.openedBy),
    index('self_service_corner_borrower_id_index').on(table.borrowerId),
  ],
)
