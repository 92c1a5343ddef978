import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'

/** The page of `/login/error`: why the sign-in failed, and a link to try again. */
export function LoginErrorPage({ title, text }: { title: string; text: string }) {
  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{title}</h1>
      <p className="mt-2.5 mb-8 text-pretty text-muted">{text}</p>
      <Link to="/login" className={buttonClass('primary', 'min-h-12')}>
        {m.login_error_back()}
      </Link>
    </main>
  )
}
