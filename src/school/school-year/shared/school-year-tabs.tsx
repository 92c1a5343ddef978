import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'

const TAB =
  'inline-flex min-h-11 items-center border-b-2 border-transparent px-1 text-[0.9rem] font-semibold text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-accent'

/** The pages of a school's year. */
const TABS = [
  { to: '/manager/borrowers/year-end', label: m.year_end_title },
  { to: '/manager/borrowers/due-days', label: m.due_days_title },
  { to: '/manager/borrowers/certificates', label: m.certificate_title },
  { to: '/manager/borrowers/calendar', label: m.calendar_title },
  { to: '/manager/borrowers/accounts', label: m.class_account_title },
] as const

/** Links between the pages of a school's year. */
export function SchoolYearTabs() {
  return (
    <nav aria-label={m.school_year()} className="mb-4 flex flex-wrap gap-x-5 border-b border-line print:hidden">
      {TABS.map(({ to, label }) => (
        <Link key={to} to={to} className={`${TAB} -mb-px focus-visible:-outline-offset-2`}>
          {label()}
        </Link>
      ))}
    </nav>
  )
}

/** The way back up to the list of borrowers. */
export const ToBorrowers = () => <ListBackLink to="/manager/borrowers" label={m.borrower_list()} />
