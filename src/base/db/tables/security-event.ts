import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What an entry says beside who, when and where: short words and numbers, never a code, a token, a name or an address. */
export type SecurityDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>

/**
 * The security log. Append-only: triggers refuse to update or truncate it, and to delete entries that are younger than
 * 30 days. No foreign keys: entries outlive their users, of whom they have nothing but the id.
 */
export const securityEvent = pgTable(
  'security_event',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    /** Such as `signed_in`. */
    kind: text().notNull(),
    /** Whom it is about; null for a stranger. */
    userId: uuid(),
    /** The user who did it, if that is not `userId`. */
    actorId: uuid(),
    ip: text(),
    /** From the user agent; known names only. */
    browser: text(),
    system: text(),
    details: jsonb().$type<SecurityDetails>().notNull().default({}),
  },
  (table) => [
    index('security_event_user_id_index').on(table.userId, table.id),
    index('security_event_actor_id_index').on(table.actorId, table.id),
    index('security_event_kind_index').on(table.kind, table.id),
    // For the clean-up.
    index('security_event_at_index').on(table.at),
  ],
)
