import { m } from '#base/i18n/paraglide/messages.js'

/** An email address; a long one breaks before its domain. Of a user without one a sentence that says so. */
export function EmailText({ email }: { email: string | null }) {
  if (email === null) return m.user_no_address()
  const at = email.lastIndexOf('@')
  return (
    <span dir="ltr" className="break-words">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
