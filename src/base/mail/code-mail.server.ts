import { createElement } from 'react'
import { deviceOf } from '#base/lib/http/device.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { deviceWord } from '#base/i18n/device-word.ts'
import { formatDateTime } from '#base/i18n/format.ts'
import { now } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { getLocale } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { CodePurpose } from './code-mail.tsx'
import type { ComposedMail } from './send.server.ts'

interface CodeToMail {
  email: string
  code: string
  /** Minutes that the code is valid. */
  minutes: number
  purpose: CodePurpose
}

/** Who asks for the code, as far as the request tells: somebody whom it is read out to sees that it is not them. */
function askedBy(): string {
  const { userAgent, clientIp } = requestContext()
  const { timeZone } = inForce()
  const when = `${formatDateTime(now(), timeZone)} (${timeZone})`
  return m.mail_code_asked({ device: isolated(deviceWord(deviceOf(userAgent))), ip: isolated(clientIp), when })
}

/** Renders the mail with a one-time code, in the language of the request. */
export async function codeMail({ email, code, minutes, purpose }: CodeToMail): Promise<ComposedMail> {
  // Loaded with the first mail, since the templates' library would take a third of the startup time.
  const [{ CodeMail }, { composeMail }] = await Promise.all([import('./code-mail.tsx'), import('./send.server.ts')])
  return composeMail({
    to: email,
    subject: m.mail_code_subject({ code, library: inForce().name ?? m.brand_name() }),
    content: createElement(CodeMail, { code, minutes, purpose, asked: askedBy(), locale: getLocale() }),
    code,
  })
}
