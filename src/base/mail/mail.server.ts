import { getLocale, isLocale } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import type { ComposedMail } from './send.server.ts'

/** Sends a mail, by SMTP or into the outbox. Throws when the mail server refuses. */
export async function mail(composed: ComposedMail | Promise<ComposedMail>): Promise<void> {
  const [{ sendMail }, message] = await Promise.all([import('./send.server.ts'), composed])
  await sendMail(message)
}

/** Composes in the last known language of the recipient, or else in the current one, and sends. */
export const mailIn = (
  language: string | null,
  compose: () => Promise<ComposedMail>,
  send: (composed: ComposedMail) => Promise<void> = mail,
): Promise<void> =>
  withLocale(language !== null && isLocale(language) ? language : getLocale(), async () => send(await compose()))

/**
 * Sends one of two mails. Renders both, so that the response time does not reveal which was sent. Throws when the mail
 * server refuses.
 */
export async function mailEither(
  isFirst: boolean,
  first: Promise<ComposedMail>,
  second: Promise<ComposedMail>,
): Promise<void> {
  const [firstMail, secondMail] = await Promise.all([first, second])
  await mail(isFirst ? firstMail : secondMail)
}
