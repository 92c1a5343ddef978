import { createElement } from 'react'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { CodePurpose } from './code-mail.tsx'
import type { ComposedMail } from './send.server.ts'

interface CodeToMail {
  email: string
  code: string
  /** Minutes that the code is valid. */
  minutes: number
  purpose: CodePurpose
}

/** Renders the mail with a one-time code, in the language of the request. */
export async function codeMail({ email, code, minutes, purpose }: CodeToMail): Promise<ComposedMail> {
  // Loaded with the first mail, since the templates' library would take a third of the startup time.
  const [{ CodeMail }, { composeMail }] = await Promise.all([import('./code-mail.tsx'), import('./send.server.ts')])
  return composeMail({
    to: email,
    subject: m.mail_code_subject({ code }),
    content: createElement(CodeMail, { code, minutes, purpose, locale: getLocale() }),
    code,
  })
}
