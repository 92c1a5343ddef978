import { createElement } from 'react'
import { siteUrl } from '#base/env/site.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { formatDate } from '#base/i18n/format.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { MailAction } from './notice-mail.tsx'
import type { ComposedMail } from './send.server.ts'

/** A notice in the language of the request, with the subject as its heading. */
export async function noticeMail(
  email: string,
  subject: string,
  paragraphs: string[],
  action?: MailAction,
): Promise<ComposedMail> {
  const [{ NoticeMail }, { composeMail }] = await Promise.all([import('./notice-mail.tsx'), import('./send.server.ts')])
  const content = createElement(NoticeMail, { heading: subject, paragraphs, action, locale: getLocale() })
  return composeMail({ to: email, subject, content })
}

/** To a manager who has set a mail server, by that server. */
export const testMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_test_subject(), [m.mail_test_text()])

/** To an address without an account, while sign-up is closed. */
export const noAccountMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_no_account_subject(), [m.mail_no_account_text(), m.mail_no_account_ignore()])

/** To the owner of an address that another user tried to change to. */
export const addressTakenMail = (email: string): Promise<ComposedMail> =>
  noticeMail(email, m.mail_address_taken_subject(), [m.mail_address_taken_text(), m.mail_address_taken_ignore()])

/** To the previous address after a change; `newEmail` is null where the account has none any more. */
export const addressChangedMail = (email: string, newEmail: string | null): Promise<ComposedMail> =>
  noticeMail(email, m.mail_address_changed_subject(), [
    newEmail === null ? m.mail_address_removed_text() : m.mail_address_changed_text({ email: newEmail }),
    m.mail_address_changed_ignore(),
  ])

interface NewKey {
  name: string
  /** The scopes in words. */
  scopes: string
  expiresAt: Date
}

/** To the owner of a new API key: its name, scopes and end, and what to do if somebody else created it. */
export const keyCreatedMail = (email: string, { name, scopes, expiresAt }: NewKey): Promise<ComposedMail> =>
  noticeMail(
    email,
    m.mail_key_subject(),
    [
      m.mail_key_text({ until: formatDate(expiresAt, inForce().timeZone) }),
      m.mail_key_name({ name }),
      m.mail_key_scopes({ scopes }),
      m.mail_key_ignore(),
    ],
    { label: m.mail_key_button(), url: `${siteUrl()}/manager/account` },
  )
