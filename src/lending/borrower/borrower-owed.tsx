import type { OwedLoan } from '#lending/loan/shared/owed-loan.schema.ts'
import { SettleLoan } from '#lending/loan/shared/settle-loan.tsx'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { panelClass } from '#base/ui/panel.tsx'
import { BorrowerBookRow, BookRows } from './book-row.tsx'

interface OwedBooksProps {
  owed: readonly OwedLoan[]
  timeZone: string
}

/** The lost books that a borrower owes, each with the four ways to settle it; nothing where nothing is owed. */
export function OwedBooks({ owed, timeZone }: OwedBooksProps) {
  const count = owed.length
  if (count === 0) return null
  return (
    <section className={`${panelClass} border-danger!`}>
      <h2 className="text-base text-danger">{m.borrower_owes_title({ count, shown: formatNumber(count) })}</h2>
      <BookRows>
        {owed.map((loan) => (
          <BorrowerBookRow key={loan.id} book={loan.book} number={loan.copy.number} below={<SettleLoan loan={loan} />}>
            <span className="font-semibold text-danger">
              {m.borrower_lost_on({ day: formatDate(loan.lostAt, timeZone) })}
            </span>
          </BorrowerBookRow>
        ))}
      </BookRows>
    </section>
  )
}
