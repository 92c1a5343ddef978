import { getLocale, isLocale } from '#i18n/locale.ts'
import { withLocale } from '#i18n/request-locale.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { mail } from '#mail/mail.server.ts'
import type { ComposedMail } from '#mail/send.server.ts'

/**
 * Tells somebody by mail what was done, in the language last seen of that person, else in the one at hand. What
 * was done stands, whatever the mail server says: a failure is logged. Answers whether all was sent.
 */
export async function tell(
  { language }: { language: string | null },
  ...mails: (() => Promise<ComposedMail>)[]
): Promise<boolean> {
  const locale = language !== null && isLocale(language) ? language : getLocale()
  const sent = await Promise.all(
    mails.map((compose) =>
      withLocale(locale, async () => mail(await compose())).then(
        () => true,
        (error: unknown) => {
          requestContext().log.error({ err: error }, 'A user could not be told of a change')
          return false
        },
      ),
    ),
  )
  return sent.every(Boolean)
}
