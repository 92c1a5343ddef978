import { m } from '#base/i18n/paraglide/messages.js'
import { FigureCard } from '#base/ui/figure-card.tsx'

interface LendingFiguresProps {
  onLoan: number
  lentToday: number
  overdue: number
  borrowers: number
}

/** On the dashboard: loans and borrowers, linked to where they are. */
export const LendingFigures = ({ onLoan, lentToday, overdue, borrowers }: LendingFiguresProps) => (
  <>
    <FigureCard label={m.dashboard_on_loan()} link={{ to: '/manager/desk' }} value={onLoan} />
    <FigureCard label={m.overdue_title()} link={{ to: '/manager/overdue' }} value={overdue} />
    <FigureCard label={m.dashboard_lent_today()} link={{ to: '/manager/desk' }} value={lentToday} />
    <FigureCard label={m.borrower_list()} link={{ to: '/manager/borrowers' }} value={borrowers} />
  </>
)
