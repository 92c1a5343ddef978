import { Link } from '@tanstack/react-router'
import { lookUp } from '#lib/look-up.ts'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'

const VARIANTS: Record<string, { title: () => string; text: () => string }> = {
  signup_disabled: { title: m.login_error_signup_disabled_title, text: m.login_error_signup_disabled_text },
  access_denied: { title: m.login_error_access_denied_title, text: m.login_error_access_denied_text },
  BANNED_USER: { title: m.login_error_access_denied_title, text: m.error_BANNED_USER },
}
const UNKNOWN = { title: m.login_error_unknown_error_title, text: m.login_error_unknown_error_text }

/** What `/login/error` shows: one of the specification's variants; any other code is unknown_error. */
export function LoginErrorPage({ error }: { error: string | undefined }) {
  const { title, text } = lookUp(VARIANTS, error ?? '') ?? UNKNOWN
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{title()}</h1>
      <p className="mt-2.5 mb-8 text-muted">{text()}</p>
      <Link to="/login" className={buttonClass('primary', 'h-12')}>
        {m.login_error_back()}
      </Link>
    </main>
  )
}
