import { createElement } from 'react'
import { siteUrl } from '#base/env/site.server.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { ComposedMail } from './send.server.ts'

/** The invitation of a new user, in the language of the request. The link does not contain their address. */
export async function invitationMail(
  email: string,
  { name, email: from }: { name: string; email: string | null },
): Promise<ComposedMail> {
  const [{ InvitationMail }, { composeMail }] = await Promise.all([
    import('./invitation-mail.tsx'),
    import('./send.server.ts'),
  ])
  const subject = m.mail_invitation_subject({ name })
  const url = `${siteUrl()}/login`
  const inviter = { name, email: from ?? m.user_no_address() }
  const content = createElement(InvitationMail, { heading: subject, inviter, url, locale: getLocale() })
  return composeMail({ to: email, subject, content })
}
