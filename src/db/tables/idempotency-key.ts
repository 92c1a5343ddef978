import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#errors/codes.server.ts'
import { bytes, instant } from './columns.ts'
import { user } from './user.ts'

/** A POST that named an `Idempotency-Key`, and how it was answered: the same one sent again gets the same answer. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of path and body: another request under the same key is refused. */
    fingerprint: bytes().notNull(),
    /** Null while the request is under way. */
    status: integer(),
    headers: jsonb().$type<Record<string, string>>(),
    body: text(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'idempotency_key_pkey', columns: [table.userId, table.key] }),
    index('idempotency_key_created_at_index').on(table.createdAt),
  ],
)

/** What it means to a person that a constraint of this table was broken. */
export const idempotencyKeyConstraints: ConstraintErrors = {
  // The user was deleted during the request.
  idempotency_key_user_id_user_id_fk: { code: 'UNAUTHORIZED' },
}
