import { siteUrl } from '#base/env/site.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { noticeMail } from './notices.server.ts'
import type { ComposedMail } from './send.server.ts'

export type PasskeyChange = 'added' | 'removed'

const WORDS: Record<PasskeyChange, { subject: () => string; text: () => string }> = {
  added: { subject: m.mail_passkey_added_subject, text: m.mail_passkey_added_text },
  removed: { subject: m.mail_passkey_removed_subject, text: m.mail_passkey_removed_text },
}

/** To a user whose passkeys have changed: what was done, and what to do if somebody else did it. */
export const passkeyMail = (email: string, change: PasskeyChange): Promise<ComposedMail> =>
  noticeMail(email, WORDS[change].subject(), [WORDS[change].text(), m.mail_passkey_ignore()], {
    label: m.mail_key_button(),
    url: `${siteUrl()}/app/account`,
  })
