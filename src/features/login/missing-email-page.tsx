import { m } from '#i18n/paraglide/messages.js'
import { BackToLogin } from './verify-page.tsx'

/** `/login/verify` without an address, or with none that is valid: says so, and leads back. */
export function MissingEmailPage({ isMissing, redirect }: { isMissing: boolean; redirect: string | undefined }) {
  return (
    <main id="content" className="flex flex-col">
      <BackToLogin redirect={redirect} />
      <h1 className="text-[1.875rem] leading-tight">{m.verify_page_title()}</h1>
      <p role="alert" className="mt-2.5 text-danger">
        {isMissing ? m.email_required() : m.email_invalid()}
      </p>
    </main>
  )
}
