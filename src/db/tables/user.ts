import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, unique, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#errors/codes.server.ts'
import { newId } from '#lib/id.ts'
import { instant, plainText, sortedText } from './columns.ts'

/** A person. `name` is empty until onboarding; `role` may hold several, with commas and no spaces. */
export const user = pgTable(
  'user',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    name: text().notNull(),
    email: text().notNull(),
    emailVerified: boolean().notNull().default(false),
    image: text(),
    role: text().notNull().default('user'),
    banned: boolean().notNull().default(false),
    banReason: text(),
    banExpires: instant(),
    /** Time of the user's own first visit; an invitation or a change by a manager does not set it. */
    onboardedAt: instant(),
    /** When an invitation was mailed last; null where none was, and after a change of the address. */
    invitedAt: instant(),
    /** The language last seen of this person (`en`, `fr` …), for mails that somebody else causes; null until then. */
    language: text(),
    /** When ADMIN_EMAIL made this person an admin; kept after a demotion, so that it stays. */
    adminListedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    /** The words of the name, folded, the mark U+001F, and those of the address: a space before each. */
    allWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`public.fold_words("name" || E'\\x1f' || "email")`),
    /** As much of them as fits into an index beside the name. */
    walkWords: plainText()
      .notNull()
      .generatedAlwaysAs(sql`left(public.fold_words("name" || E'\\x1f' || "email"), 400)`),
    /** People without a name come last (U+FFFF sorts behind everything). */
    sortName: sortedText()
      .notNull()
      .generatedAlwaysAs(sql`case when btrim("name") = '' then U&'\\FFFF' else left("name", 100) end`),
  },
  (table) => [
    unique('user_email_unique').on(table.email),
    index('user_all_words_index').using('gin', sql`${table.allWords} gin_trgm_ops`),
    index('user_name_words_index').using('gin', sql`(split_part("all_words", E'\\x1f', 1)) gin_trgm_ops`),
    // Those whom a list is filtered for, in its order: few among many.
    index('user_filtered_index')
      .on(table.sortName, table.email, table.id)
      .where(
        sql`${table.role} <> 'user' or not ${table.emailVerified} or ${table.banned} or ${table.onboardedAt} is null`,
      ),
    // `user_sort_name_index` on (sort_name, email, id), with walk_words beside them, is written by hand in its
    // migration: Drizzle knows no `include`.
  ],
)

/** A sign-in of one browser. */
export const session = pgTable(
  'session',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    token: text().notNull(),
    expiresAt: instant().notNull(),
    ipAddress: text(),
    userAgent: text(),
    impersonatedBy: text(),
    /** The impersonator's own session: when it ends, this one goes with it. */
    impersonatorSessionId: uuid().references((): AnyPgColumn => session.id, { onDelete: 'cascade' }),
    /** When the person of this session last proved the address by a code. */
    provenAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('session_token_unique').on(table.token),
    index('session_user_id_index').on(table.userId),
    index('session_expires_at_index').on(table.expiresAt),
    index('session_impersonator_session_id_index').on(table.impersonatorSessionId),
  ],
)

/** A session that a ban has ended, by the hash of its token: the browser that had it is told why. */
export const bannedSession = pgTable(
  'banned_session',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** When the session would have expired, and its cookie goes. */
    expiresAt: instant().notNull(),
  },
  (table) => [index('banned_session_user_id_index').on(table.userId)],
)

/** A way to sign in that a provider vouches for. Provider tokens are not kept. */
export const account = pgTable(
  'account',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    providerId: text().notNull(),
    accountId: text().notNull(),
    accessToken: text(),
    refreshToken: text(),
    idToken: text(),
    accessTokenExpiresAt: instant(),
    refreshTokenExpiresAt: instant(),
    scope: text(),
    password: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique('account_provider_id_account_id_unique').on(table.providerId, table.accountId),
    index('account_user_id_index').on(table.userId),
  ],
)

/**
 * Condition on `user`: added by a manager and never here. A code proves the address and a provider leaves an account, so
 * who has neither has not signed in. Within the rows of `user_filtered_index`.
 */
export const hasNeverSignedIn = sql`(not ${user.emailVerified} and ${user.onboardedAt} is null and not exists (select from ${account} where ${account.userId} = ${user.id}))`

/** What better-auth waits for: codes (encrypted) and the states of social sign-ins. */
export const verification = pgTable(
  'verification',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant().notNull(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index('verification_identifier_index').on(table.identifier),
    index('verification_expires_at_index').on(table.expiresAt),
  ],
)

/** What it means to a person that a constraint of this table was broken. */
export const userConstraints: ConstraintErrors = {
  user_email_unique: { code: 'EMAIL_TAKEN', fields: { email: { key: 'email_taken' } } },
  // Raised by a trigger.
  user_last_admin: { code: 'LAST_ADMIN' },
}
