import { sql, type SQL } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, unique, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { newId } from '#base/lib/id.ts'
import { instant, mailAddress, plainText, sortedText } from './columns.ts'

/** The columns that say who a user is, which a deleted one keeps in the trash. */
export const userFieldColumns = () => ({
  name: text().notNull(),
  /** To be written as `placeholderOf` for a user without an address, who is read as null. */
  email: mailAddress().notNull(),
  emailVerified: boolean().notNull().default(false),
  image: text(),
  role: text().notNull().default('user'),
  banned: boolean().notNull().default(false),
  banReason: text(),
  banExpires: instant(),
  /** When the user completed onboarding; an invitation or a change by a manager does not set it. */
  onboardedAt: instant(),
  /** When an invitation was last mailed; null without one, and after a change of the address. */
  invitedAt: instant(),
  /** The user's last language (`en`, `fr` …), for mails caused by others; null until the first sign-in. */
  language: text(),
  /** When ADMIN_EMAIL made the user an admin; remains after a demotion, so that the demotion holds. */
  adminListedAt: instant(),
})

/** A user. `name` may be empty until onboarding; `role` is a comma-separated list without spaces. */
export const user = pgTable(
  'user',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    ...userFieldColumns(),
    /** Counts the changes that an editor must know of: a trigger sets it, since better-auth changes users too. */
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    /** The folded words of the name, U+001F, and those of the address, each preceded by a space. */
    allWords: plainText()
      .notNull()
      .generatedAlwaysAs(
        sql`public.fold_words("name" || E'\\x1f' || case when "email" like '%@none.invalid' then '' else "email" end)`,
      ),
    /** The part of `allWords` that fits into an index together with the name. */
    walkWords: plainText()
      .notNull()
      .generatedAlwaysAs(
        sql`left(public.fold_words("name" || E'\\x1f' || case when "email" like '%@none.invalid' then '' else "email" end), 400)`,
      ),
    /** Sort key of the name; users without a name come last (U+FFFF sorts after all). */
    sortName: sortedText()
      .notNull()
      .generatedAlwaysAs(sql`case when btrim("name") = '' then U&'\\FFFF' else left("name", 100) end`),
  },
  (table) => [
    unique('user_email_unique').on(table.email),
    index('user_all_words_index').using('gin', sql`${table.allWords} gin_trgm_ops`),
    index('user_name_words_index').using('gin', sql`(split_part("all_words", E'\\x1f', 1)) gin_trgm_ops`),
    // The few users that the list's filters select, in the order of the list.
    index('user_filtered_index')
      .on(table.sortName, table.email, table.id)
      .where(
        sql`${table.role} <> 'user' or not ${table.emailVerified} or ${table.banned} or ${table.onboardedAt} is null`,
      ),
    // `user_sort_name_index` on (sort_name, email, id) including walk_words is hand-written in its migration, since
    // Drizzle does not support `include`.
  ],
)

/** A session of one browser. */
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
    /** The impersonator's own session; deleting it deletes this one. */
    impersonatorSessionId: uuid().references((): AnyPgColumn => session.id, { onDelete: 'cascade' }),
    /**
     * When a code or a passkey last authenticated who uses this session. The column keeps its first name: during an
     * update servers of the version before run beside this one.
     */
    authenticatedAt: instant('email_confirmed_at'),
    /** When a passkey opened or confirmed this session. */
    passkeyAt: instant(),
    /** When the sign-in card was used by which its holder came in, here or to the passkey that opened it; else null. */
    cardAt: instant(),
    /** Id of the browser that has signed in, as in its cookie `known`; null for an address that is not verified. */
    browserId: text(),
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

/** A session that a ban ended, by the hash of its token, so that its browser can show why. */
export const bannedSession = pgTable(
  'banned_session',
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** When the session's cookie expires. */
    expiresAt: instant().notNull(),
  },
  (table) => [index('banned_session_user_id_index').on(table.userId)],
)

/** A linked account at a social provider. Provider tokens are not stored. */
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
 * SQL condition on `user`: added by a manager and never signed in. A sign-in by code verifies the address, one by a
 * provider adds an account. Selects from the rows of `user_filtered_index`.
 */
export const hasNeverSignedIn = sql`(not ${user.emailVerified} and ${user.onboardedAt} is null and not exists (select from ${account} where ${account.userId} = ${user.id}))`

/** The address in a query; null for a user without one. */
export const shownAddress = (email: AnyPgColumn): SQL<string | null> =>
  sql<string | null>`case when ${email} not like '%@none.invalid' then ${email} end`

/** The name of a user of a query, or else the address; null where a join finds none. */
export const personName = ({ name, email }: { name: AnyPgColumn; email: AnyPgColumn }): SQL<string | null> =>
  sql<string | null>`coalesce(nullif(${name}, ''), ${shownAddress(email)})`

/** better-auth's pending verifications: encrypted sign-in codes and the states of social sign-ins. */
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

/** The error for each violated constraint of this table. */
export const userConstraints: ConstraintErrors = {
  // The user was deleted while a session was being made.
  session_user_id_user_id_fk: { code: 'NOT_FOUND' },
  user_email_unique: { code: 'EMAIL_TAKEN', fields: { email: { key: 'email_taken' } } },
  // Raised by the trigger `user_last_admin`.
  user_last_admin: { code: 'LAST_ADMIN' },
}
