import { siteUrl } from '#base/env/site.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isolated } from '#base/i18n/isolated.ts'
import { noticeMail } from './notices.server.ts'
import type { ComposedMail } from './send.server.ts'

/** To an admin: another has made a sign-in card for them, by which somebody can sign in as them. */
export const cardMail = (to: string, by: { name: string; email: string | null }, until: Date): Promise<ComposedMail> =>
  noticeMail(
    to,
    m.mail_card_subject(),
    [
      m.mail_card_text({
        by: by.name === '' ? (by.email ?? m.user_no_address()) : isolated(by.name),
        until: formatDate(until, inForce().timeZone),
      }),
      m.mail_card_ignore(),
    ],
    { label: m.mail_key_button(), url: `${siteUrl()}/manager/account` },
  )
