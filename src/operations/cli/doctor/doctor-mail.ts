import { join } from 'node:path'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import type { Finding } from '#operations/health/health.schema.ts'
import { sendMail } from '#base/mail/send.server.ts'

/** Sends a mail, since only that shows whether mails can be sent. */
export async function sendTestMail(given: string | undefined): Promise<{ state: Finding['state']; text: string }> {
  const { mailServer, adminEmails } = inForce()
  const to = given ?? adminEmails[0]
  if (to === undefined)
    return { state: 'warning', text: 'Mail: not tried, for want of an address; try doctor --mail ADDRESS' }
  const text = 'This mail was sent by "maktaba doctor". Mails of the library arrive.'
  try {
    await sendMail({ to, subject: 'Maktaba: test mail', text, html: `<p>${text}</p>` })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      state: 'fault',
      text: `Mail: ${to} could not be written to (${reason}): correct the settings or SMTP_URL, or MAIL_FROM if it was refused`,
    }
  }
  return mailServer === undefined
    ? {
        state: 'good',
        text: `Mail: written to ${join(env().dataDir, 'outbox')}, where nobody gets it: set a mail server in the settings, or SMTP_URL`,
      }
    : { state: 'good', text: `Mail: sent to ${to}; if it does not arrive, look into its spam folder and at MAIL_FROM` }
}
