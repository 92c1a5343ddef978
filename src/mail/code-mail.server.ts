import { createElement } from 'react'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { requestContext } from '#lib/request-context.server.ts'

/** Mails a one-time code in the language of the request; a failure is logged and noted in the request's context. */
export async function sendCode({
  email,
  code,
  minutes,
}: {
  email: string
  code: string
  minutes: number
}): Promise<void> {
  try {
    // Loaded with the first mail: the templates' library takes a third of the start otherwise.
    const [{ CodeMail }, { sendMail }] = await Promise.all([import('./code-mail.tsx'), import('./send.server.ts')])
    await sendMail({
      to: email,
      subject: m.mail_code_subject({ code }),
      content: createElement(CodeMail, { code, minutes, locale: getLocale() }),
      code,
    })
  } catch (error) {
    // better-auth would swallow it and answer success.
    requestContext().isMailLost = true
    requestContext().log.error({ err: error }, 'A code could not be mailed')
  }
}
