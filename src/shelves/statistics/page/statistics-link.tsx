import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass } from '#base/ui/panel.tsx'

/** On the list of borrowers: the way to what was lent in a year. */
export const StatisticsLink = () => (
  <Link to="/manager/statistics" className={`${lineActionClass} print:hidden`}>
    {m.statistics_link()}
  </Link>
)
