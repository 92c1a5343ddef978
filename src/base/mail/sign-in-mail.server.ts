import { inForce } from '#base/env/in-force.server.ts'
import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { signInMethod } from '#base/i18n/sign-in-method.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { noticeMail } from './notices.server.ts'
import type { ComposedMail } from './send.server.ts'

interface SignIn {
  how: string
  ip: string
  browser: string | null
  system: string | null
  at: Date
}

/** To a user: a browser has signed in that never did before, with the link by which they say that it was not them. */
export function signInMail(email: string, signIn: SignIn, url: string): Promise<ComposedMail> {
  const { timeZone } = inForce()
  const when = `${formatDateTime(signIn.at, timeZone)} (${timeZone})`
  const from = { device: isolated(deviceWord(signIn)), ip: isolated(signIn.ip), when }
  return noticeMail(
    email,
    m.mail_sign_in_subject(),
    [m.mail_sign_in_text({ way: signInMethod(signIn.how) }), m.mail_sign_in_from(from), m.mail_sign_in_you()],
    { label: m.not_me_button(), url },
  )
}
