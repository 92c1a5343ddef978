import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { bytes, instant } from './columns.ts'
import { user } from './user.ts'

/** A POST with an `Idempotency-Key`, and its response, which is replayed when the request is repeated. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** SHA-256 of path and body, to refuse another request with the same key. */
    fingerprint: bytes().notNull(),
    /** Null while the request is running. */
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

/** The error for each violated constraint of this table. */
export const idempotencyKeyConstraints: ConstraintErrors = {
  // The user was deleted during the request.
  idempotency_key_user_id_user_id_fk: { code: 'UNAUTHORIZED' },
}
