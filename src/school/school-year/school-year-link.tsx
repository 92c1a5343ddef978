import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass } from '#base/ui/panel.tsx'

/** On the list of borrowers: the way to what is done with all of them in a year. */
export function SchoolYearLink() {
  return (
    <Link to="/manager/borrowers/year-end" className={`${lineActionClass} print:hidden`}>
      {m.school_year()}
    </Link>
  )
}
