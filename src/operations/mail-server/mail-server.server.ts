import { setTimeout } from 'node:timers/promises'
import { tellAdminsOfLoss } from '#base/auth/admin-notice.server.ts'
import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { requireRecentSession } from '#base/auth/session/reauthentication.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { librarySettings, storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { isPrivateHost } from '#base/env/addresses.server.ts'
import { mailVariable, type MailServer } from '#base/env/in-force.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { reachableAddress } from '#base/lib/reachable-address.ts'
import { readMailPassword, sealMailPassword } from '#base/mail/mail-password.server.ts'
import { testMail } from '#base/mail/notices.server.ts'
import { losses } from '#base/mail/user-notices.server.ts'
import { recordLibraryChange } from '#kit/library-settings/shared/library-change.server.ts'
import { mailProblem } from './mail-problem.server.ts'
import type { MailServerInput } from './mail-server.schema.ts'

/** Milliseconds for telling the admins: the former server may be the one that does not answer. */
const PATIENCE = 5000

/** A try connects to an address of the manager's choice. */
const TRIES = { max: 20, seconds: 600 }

/**
 * Changes where mails go, after a mail to the own address went that way; null is nowhere any more. All admins are told on
 * the way that mails went so far. Throws VALIDATION_ERROR, SESSION_EXPIRED, TOO_MANY_REQUESTS.
 */
export async function changeMailServer(
  input: MailServerInput | null,
  session: CurrentSession,
): Promise<{ undo: string | null }> {
  requireRecentSession(session)
  if (mailVariable() !== undefined)
    throw createError('VALIDATION_ERROR', { fields: { host: { key: 'setting_fixed' } } })
  const mailServer = input && (await tried(input, session))
  const place = mailServer ? `${mailServer.host}:${mailServer.port}` : ''
  // Told by the former mail server: who has taken over a session cannot redirect all codes without the admins being
  // told.
  await Promise.race([
    tellAdminsOfLoss(session.user, losses.mailServer(place)),
    setTimeout(PATIENCE, undefined, { ref: false }),
  ])
  const changed = await storeLibrarySettings({ mailServer })
  if (changed) recordLibraryChange(changed, session)
  return { undo: changed?.id ?? null }
}

/** The server as it is stored, after it has accepted a mail to the manager's own address: with a wrong one no code would arrive. */
async function tried({ password, ...rest }: MailServerInput, { user }: CurrentSession): Promise<MailServer> {
  const { mailServer: known } = await librarySettings()
  if (rest.security === 'none' && rest.user !== '' && !isPrivateHost(rest.host))
    refuse('security', m.mail_unencrypted())
  const { email } = user
  if (email === null || reachableAddress(email) === undefined || email.endsWith('@example.com'))
    return refuse('sender', m.mail_own_address({ email: email ?? m.user_no_address() }))
  const isKept = password === null && known !== null
  // A password that is kept goes to its own server alone, as its own user.
  if (isKept && rest.user !== '' && !goesToSame(rest, known)) refuse('password', m.mail_password_anew())
  const sealed = isKept ? known.password : await sealMailPassword(password ?? '')
  if (isKept) await readMailPassword(sealed).catch(() => refuse('password', m.mail_password_anew()))
  const server = { ...rest, password: rest.user === '' ? '' : sealed }

  await consumeLimits([{ key: `mail-server:${user.id}`, windows: [TRIES] }])
  // The mailer is loaded with the first mail: most of the time no server needs its megabytes.
  const { tryMailServer } = await import('#base/mail/send.server.ts')
  await tryMailServer(server, await testMail(email)).catch((error: unknown) => {
    requestContext().log.warn({ err: error, host: rest.host }, 'A mail server was tried and did not take the mail')
    const { field, sentence } = mailProblem(error, email)
    refuse(field, sentence)
  })
  return server
}

const goesToSame = (one: Omit<MailServerInput, 'password'>, other: MailServer): boolean =>
  one.host === other.host && one.port === other.port && one.user === other.user && one.security === other.security

function refuse(field: keyof MailServerInput, sentence: string): never {
  throw createError('VALIDATION_ERROR', { fields: { [field]: { key: 'in_words', params: { sentence } } } })
}
