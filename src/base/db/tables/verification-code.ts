import { integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { newId } from '#base/lib/id.ts'
import { instant } from './columns.ts'
import { session } from './user.ts'

/**
 * A code mailed to a signed-in user, to confirm their address again (`fresh`) or a new one (`change-email`). Valid only
 * for its session, address and purpose.
 */
export const verificationCode = pgTable(
  'verification_code',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    purpose: text().notNull(),
    email: text().notNull(),
    /** The code is derived from this and the secret, and never stored. */
    nonce: text().notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (table) => [unique('verification_code_session_id_purpose_unique').on(table.sessionId, table.purpose)],
)

/** The error for each violated constraint of this table. */
export const verificationCodeConstraints: ConstraintErrors = {
  // The session ended during the request.
  verification_code_session_id_session_id_fk: { code: 'UNAUTHORIZED' },
}
