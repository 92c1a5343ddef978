import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { newId } from '#base/lib/id.ts'
import { bytes, instant } from './columns.ts'
import { user } from './user.ts'

/** A key with which a program calls the API as its owner. */
export const apiKey = pgTable(
  'api_key',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The first characters, for the owner to recognise it. */
    prefix: text().notNull(),
    /** SHA-256 of the key, which is shown once and never stored. */
    hash: bytes().notNull(),
    /** Permissions such as `book:read`, which also require that the owner has them. */
    scopes: text().array().notNull(),
    /** The browser whose session made it, as in `session`; it goes when the owner refuses a sign-in from there. */
    browserId: text(),
    expiresAt: instant().notNull(),
    /** To the minute; null until the first use. */
    lastUsedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [unique('api_key_hash_unique').on(table.hash), index('api_key_user_id_index').on(table.userId)],
)
