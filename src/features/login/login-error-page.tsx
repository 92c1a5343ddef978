import { Link } from '@tanstack/react-router'
import { catalogueText } from '#i18n/error-catalogue.ts'
import { coreText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/look-up.ts'
import { buttonClass } from '#ui/button.tsx'

interface Variant {
  title: () => string
  text: () => string
}

const UNKNOWN: Variant = { title: m.login_error_unknown_error_title, text: m.login_error_unknown_error_text }

// Section 8 of the specification, and a ban, which is no access either.
const VARIANTS: Record<string, Variant> = {
  signup_disabled: { title: m.login_error_signup_disabled_title, text: m.login_error_signup_disabled_text },
  access_denied: { title: m.login_error_access_denied_title, text: m.login_error_access_denied_text },
  unknown_error: UNKNOWN,
  UNKNOWN_ERROR: UNKNOWN,
  BANNED_USER: { title: m.login_error_access_denied_title, text: m.error_BANNED_USER },
}

/** What is said of a code: a variant of the specification, else the sentence of the catalogue, else unknown_error. */
function variantOf(error: string): Variant {
  const variant = lookUp(VARIANTS, error)
  if (variant) return variant
  const text = coreText(error) ?? catalogueText(error)
  return text === undefined ? UNKNOWN : { title: m.login_error_page_title, text: () => text }
}

/** What `/login/error` shows: why a sign-in has failed, and the way to try again. */
export function LoginErrorPage({ error = '' }: { error: string | undefined }) {
  const { title, text } = variantOf(error)
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{title()}</h1>
      <p className="mt-2.5 mb-8 text-pretty text-muted">{text()}</p>
      <Link to="/login" className={buttonClass('primary', 'h-12')}>
        {m.login_error_back()}
      </Link>
    </main>
  )
}
