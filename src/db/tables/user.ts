import { boolean, index, pgTable, text, unique, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { newId } from '#lib/id.ts'
import { instant } from './columns.ts'

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
    onboardedAt: instant(),
    /** When ADMIN_EMAIL made this person an admin; kept after a demotion, so that it stays. */
    adminListedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [unique('user_email_unique').on(table.email)],
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
