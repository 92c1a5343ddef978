import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'

/** On the page of a borrower: the way to the certificate that nothing is owed. */
export function CertificateLink({ id }: { id: string }) {
  return (
    <Link to="/manager/borrowers/certificates" search={{ borrowerId: id }} className={buttonClass('second')}>
      {m.certificate_heading()}
    </Link>
  )
}
