import { createElement } from 'react'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { ComposedMail } from './send.server.ts'

/** A mail that tells something, in the language at hand: its subject is its heading too. */
export async function noticeMail(email: string, subject: string, paragraphs: string[]): Promise<ComposedMail> {
  const [{ NoticeMail }, { composeMail }] = await Promise.all([import('./notice-mail.tsx'), import('./send.server.ts')])
  const content = createElement(NoticeMail, { heading: subject, paragraphs, locale: getLocale() })
  return composeMail({ to: email, subject, content })
}

/** To an address without an account, where only those with one may sign in. */
export const noAccountMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_no_account_subject(), [m.mail_no_account_text(), m.mail_no_account_ignore()])

/** To the owner of an address that somebody else wanted for an account. */
export const addressTakenMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_address_taken_subject(), [m.mail_address_taken_text(), m.mail_address_taken_ignore()])

/** To the old address after a change. */
export const addressChangedMail = (email: string, newEmail: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_address_changed_subject(), [
    m.mail_address_changed_text({ email: newEmail }),
    m.mail_address_changed_ignore(),
  ])
