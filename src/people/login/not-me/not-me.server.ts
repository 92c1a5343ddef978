import { findNotice } from '#base/auth/session/sign-in-notice.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import type { NotMeState } from './not-me.schema.ts'

/** What the link of a mail about a sign-in is about; changes nothing, since scanners of mail open links too. */
export async function readNotice(link: string): Promise<NotMeState> {
  const notice = await findNotice(link)
  if (!notice) return { state: 'invalid' }
  if (notice.refusedAt !== null) return { state: 'done' }
  const { email, how, ip, browser, system, at } = notice
  return {
    state: 'open',
    email: email ?? m.user_no_address(),
    how,
    ip,
    browser,
    system,
    at,
    timeZone: requestContext().timeZone,
  }
}
