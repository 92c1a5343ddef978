import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { user } from './user.ts'

/** A sign-in from an unknown browser that its owner was told of by mail, and can refuse by the link in it. */
export const signInNotice = pgTable(
  'sign_in_notice',
  {
    /** Id of the session, which may have ended. */
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    /** The browser, by the id in its cookie `known`. */
    browserId: text().notNull(),
    /** The method: `code`, `passkey` or the id of a provider. */
    how: text().notNull(),
    ip: text().notNull(),
    browser: text(),
    system: text(),
    at: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When the owner said that it was not them. */
    refusedAt: instant(),
  },
  (table) => [index('sign_in_notice_user_id_index').on(table.userId)],
)

/** A browser that is no longer known, since the owner has refused a sign-in from it: the id in its cookie. */
export const forgottenBrowser = pgTable('forgotten_browser', {
  browserId: text().primaryKey(),
  at: instant().notNull(),
})
