import { requestContext } from '#base/lib/http/request-context.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import { cardMail } from '#base/mail/card-mail.server.ts'

interface Holder {
  email: string | null
  language: string | null
}

/**
 * Mails an admin that another one has made a card that signs in as them. The caller does not wait; a
 * failure is logged.
 */
export function notifyOfCard(
  { email, language }: Holder,
  by: { name: string; email: string | null },
  until: Date,
): void {
  if (email === null) return
  const { log } = requestContext()
  mailIn(language, () => cardMail(email, by, until)).catch((error: unknown) =>
    log.error({ err: error }, 'An admin could not be told of a sign-in card'),
  )
}
