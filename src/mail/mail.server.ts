import type { ComposedMail } from './send.server.ts'

/** Sends a mail, by SMTP or into the outbox. Throws when the mail server refuses. */
export async function mail(composed: ComposedMail | Promise<ComposedMail>): Promise<void> {
  const { sendMail } = await import('./send.server.ts')
  await sendMail(await composed)
}

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
