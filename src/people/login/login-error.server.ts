import { sentenceOf } from '#base/errors/create-error.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'

// Titles of section 8 of the specification; a ban counts as denied access.
const TITLES: Record<string, () => string> = {
  signup_disabled: m.login_error_signup_disabled_title,
  access_denied: m.login_error_access_denied_title,
  BANNED_USER: m.login_error_access_denied_title,
}
const UNKNOWN = new Set(['unknown_error', 'UNKNOWN_ERROR'])

/** Title and text for a failed sign-in: from the specification, else from the table of error codes. */
export function explainSignInError(code: string): { title: string; text: string } {
  const text = UNKNOWN.has(code) ? undefined : sentenceOf(code)
  if (text === undefined)
    return { title: m.login_error_unknown_error_title(), text: m.login_error_unknown_error_text() }
  return { title: (lookUp(TITLES, code) ?? m.login_error_page_title)(), text }
}
