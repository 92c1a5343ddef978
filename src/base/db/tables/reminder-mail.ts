import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { Locale } from '#base/i18n/locale.ts'
import { newId } from '#base/lib/id.ts'
import { borrower } from './borrower.ts'
import { instant } from './columns.ts'

/**
 * A mail that reminds a borrower, from when it is queued until no loan of theirs mentions it (`Reminder.mail`). It has neither
 * titles nor loans, so that a loan that forgets its borrower is forgotten here too.
 */
export const reminderMail = pgTable(
  'reminder_mail',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    borrowerId: uuid()
      .notNull()
      .references(() => borrower.id, { onDelete: 'cascade' }),
    /** `sending` is between the note that it goes out and the answer of the mail server; `unsure` if that never came. */
    state: text({ enum: ['waiting', 'sending', 'sent', 'failed', 'unsure'] })
      .notNull()
      .default('waiting'),
    /** Its language, where neither the borrower nor the group has one. */
    language: text().$type<Locale>().notNull(),
    /** Whether a manager has sent it; those of the job wait no longer once that is switched off. */
    isByHand: boolean().notNull(),
    queuedAt: instant().notNull(),
    /** The moment from which the mail may be tried again. */
    nextTryAt: instant().notNull(),
    tries: integer().notNull().default(0),
    endedAt: instant(),
    /** The address that it went to, or last tried. */
    email: text(),
    /** What the mail server has answered, where it did not take the mail. */
    problem: text(),
  },
  (table) => [
    index('reminder_mail_borrower_id_index').on(table.borrowerId, table.queuedAt),
    index('reminder_mail_unended_index')
      .on(table.nextTryAt)
      .where(sql`"state" in ('waiting', 'sending')`),
    check('reminder_mail_state_known', sql`${table.state} in ('waiting', 'sending', 'sent', 'failed', 'unsure')`),
  ],
)
