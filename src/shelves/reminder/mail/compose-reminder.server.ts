import { createElement } from 'react'
import { inForce, MAKERS } from '#base/env/in-force.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { ComposedMail } from '#base/mail/send.server.ts'
import type { LetterLoan, LetterPerson } from '../letter-rows.server.ts'
import { addresseeOf, letterBookOf, lateRequest } from '../letters.server.ts'
import { kindOn, type ReminderKind } from './due-reminders.server.ts'

/** Composes the mail that reminds a person of their books, in the current language. */
export async function composeReminder(
  person: LetterPerson & { email: string },
  kind: ReminderKind,
): Promise<ComposedMail> {
  const [{ ReminderMail }, { composeMail }] = await Promise.all([
    import('./reminder-mail.server.tsx'),
    import('#base/mail/send.server.ts'),
  ])
  const { email, loans } = person
  const heading = headingOf(kind, loans)
  const content = createElement(ReminderMail, {
    locale: getLocale(),
    heading,
    addressee: addresseeOf(person),
    request: requestOf(kind, loans),
    // What it costs if it is lost is no word for a book that is in time.
    books: loans.map((loan) => letterBookOf(kindOn(loan, libraryDay()) === 'late' ? loan : { ...loan, price: '' })),
    notes: kind === 'late' ? [m.reminder_mail_crossed()] : [],
    stop: stopSentence(person),
    library: inForce().name ?? m.letter_library(),
  })
  return composeMail({ to: email, subject: heading, content })
}

function headingOf(kind: ReminderKind, loans: readonly LetterLoan[]): string {
  if (kind === 'late') return m.letter_heading()
  const today = libraryDay()
  const own = loans.filter((loan) => kindOn(loan, today) === kind)
  const count = own.reduce((sum, { copies }) => sum + (copies ?? 1), 0)
  const counted = { count, shown: formatNumber(count) }
  return kind === 'due' ? m.reminder_mail_today(counted) : m.reminder_mail_soon(counted)
}

function requestOf(kind: ReminderKind, loans: readonly LetterLoan[]): string {
  if (kind === 'late') return lateRequest(loans)
  return kind === 'due' ? m.reminder_mail_today_text() : m.reminder_mail_soon_text()
}

/** How to get no more of these mails. */
function stopSentence(person: LetterPerson): string {
  const { contactEmail } = inForce()
  const name = isolated(person.name)
  return contactEmail === MAKERS
    ? m.reminder_mail_stop({ name })
    : m.reminder_mail_stop_at({ name, email: isolated(contactEmail) })
}
