import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'

/** `/login/verify` without a valid address: says so and links to the first step. */
export function MissingEmailPage({ isMissing, redirect }: { isMissing: boolean; redirect: string | undefined }) {
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.verify_missing_title()}</h1>
      <p role="alert" className="mt-2.5 font-medium text-danger">
        {isMissing ? m.email_required() : m.email_invalid()}
      </p>
      <p className="mt-2.5 mb-8 text-pretty text-muted">{m.verify_missing_text()}</p>
      <Link to="/login" search={{ redirect }} className={buttonClass('primary', 'min-h-12')}>
        {m.verify_missing_action()}
      </Link>
    </main>
  )
}
