import { inArray } from 'drizzle-orm'
import { join } from 'node:path'
import { activeAdmins } from '#base/auth/admin-notice.server.ts'
import { hasManager } from '#base/auth/better-auth/setup.server.ts'
import { setupCode } from '#base/auth/setup/setup-code.server.ts'
import { CODE_MINUTES } from '#base/auth/credentials.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { escapeXml } from '#base/formats/text/escape-xml.ts'
import { formatDateTime, formatValues } from '#base/i18n/format.ts'
import type { Locale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { now } from '#base/lib/clock.ts'
import { keptCodes, type KeptCode } from '#base/mail/kept-codes.server.ts'
import { mailIn } from '#base/mail/mail.server.ts'
import type { ComposedMail } from '#base/mail/send.server.ts'
import { Failure } from './failure.ts'
import { withDatabase } from './with-database.ts'

/**
 * The address of the set-up while that is open; else each code that may still be valid with its address and time. Throws Failure
 * where codes are sent. It checks no permission: the user who runs it can read the outbox anyway.
 */
export const showCodes = (locale: Locale): Promise<string> =>
  withDatabase(
    () =>
      withLocale(locale, async () => {
        if (!env().isDemo && !(await hasManager())) return `${env().baseUrl}/setup#${setupCode()}`
        if (inForce().mailServer !== undefined) throw new Failure(m.code_shown_mailed())
        const codes = await keptCodes(join(env().dataDir, 'outbox'), new Date(now().getTime() - CODE_MINUTES * 60_000))
        if (codes.length === 0) return m.code_shown_none({ minutes: CODE_MINUTES })
        await tell(codes)
        return codes
          .map(({ code, email, at }) => `${code}   ${email}   ${formatDateTime(at, inForce().timeZone)}`)
          .join('\n')
      }),
    'none',
  )

/** Notes that codes were read, and tells all admins: in the outbox too, where they are found once mails are sent. */
async function tell(codes: readonly KeptCode[]): Promise<void> {
  const addresses = [...new Set(codes.map(({ email }) => email.toLowerCase()))]
  const holders = await db.select({ id: user.id }).from(user).where(inArray(user.email, addresses))
  const entries = holders.length === 0 ? [{ userId: null }] : holders.map(({ id }) => ({ userId: id }))
  await db
    .insert(securityEvent)
    .values(entries.map((entry) => ({ ...entry, kind: 'code_shown', details: { by: 'operator' } })))
  for (const { email, language } of await activeAdmins())
    if (email !== null) await mailIn(language, async () => codeShownMail(email, addresses))
}

/** To an admin: codes to sign in, of these addresses, were read. Without the templates, which need a build. */
function codeShownMail(to: string, addresses: readonly string[]): ComposedMail {
  const text = [
    m.mail_code_shown_text({ addresses: formatValues(addresses), minutes: CODE_MINUTES }),
    m.mail_code_shown_check(),
  ]
  const html = text.map((paragraph) => `<p>${escapeXml(paragraph)}</p>`).join('\n')
  return { to, subject: m.mail_code_shown_subject(), text: text.join('\n\n'), html }
}
