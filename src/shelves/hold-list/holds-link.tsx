import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass } from '#base/ui/panel.tsx'

/** On the list of borrowers: the way to all reservations. */
export const HoldsLink = () => (
  <Link to="/manager/holds" className={`${lineActionClass} print:hidden`}>
    {m.hold_list()}
  </Link>
)
