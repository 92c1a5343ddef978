import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { pastLoansQuery } from '#lending/loan/loan.data.ts'
import type { SettledAs } from '#lending/loan/shared/lost-loan.schema.ts'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { PanelState } from '#base/ui/state/panel-state.tsx'
import { BookRows } from './book-row.tsx'

interface PastLoansProps {
  borrowerId: string
  timeZone: string
}

/** The books that a borrower had, as far as that is remembered; asked for by a button, since the security log notes it. */
export function PastLoans(props: PastLoansProps) {
  const [isShown, setIsShown] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const show = () => {
    setIsShown(true)
    // The pressed button goes: the focus moves to the title.
    title.current?.focus()
  }
  return (
    <Panel title={m.borrower_past()} titleRef={title}>
      <p className="mt-1 text-sm text-muted">{m.borrower_past_text()}</p>
      {isShown ? (
        <PastList {...props} />
      ) : (
        <button type="button" className={buttonClass('second', 'mt-3')} onClick={show}>
          {m.borrower_past_show()}
        </button>
      )}
    </Panel>
  )
}

const SETTLED: Record<SettledAs, () => string> = {
  back: m.settled_back,
  replaced: m.settled_replaced,
  paid: m.settled_paid,
  waived: m.settled_waived,
}

interface PastLoan {
  lentAt: Date
  returnedAt: Date | null
  lostAt: Date | null
  settledAs: SettledAs | null
}

/** When a loan was made, and how it ended. */
function pastWord({ lentAt, returnedAt, lostAt, settledAs }: PastLoan, timeZone: string): string {
  const lent = formatDate(lentAt, timeZone)
  if (lostAt && settledAs)
    return m.borrower_past_lost({ lent, lost: formatDate(lostAt, timeZone), settled: SETTLED[settledAs]() })
  return m.borrower_past_days({ lent, returned: returnedAt ? formatDate(returnedAt, timeZone) : '' })
}

function PastList({ borrowerId, timeZone }: PastLoansProps) {
  const state = useInfiniteQuery(pastLoansQuery(borrowerId))
  const items = state.data?.pages.flatMap((page) => page.items)
  if (!items) return <PanelState title={m.borrower_past_failed()} query={state} />
  if (items.length === 0) return <p className="mt-2">{m.borrower_past_none()}</p>
  return (
    <>
      <BookRows>
        {items.map((loan) => (
          <LoanRow key={loan.id} {...loan}>
            {pastWord(loan, timeZone)}
            {loan.daysLate > 0 && (
              <span className="font-semibold text-danger">
                {' · '}
                {m.desk_days_late({ count: loan.daysLate, shown: formatNumber(loan.daysLate) })}
              </span>
            )}
          </LoanRow>
        ))}
      </BookRows>
      <LoadMoreOf query={state} count={items.length} />
    </>
  )
}

interface LoanRowProps {
  title: string | null
  number: string | null
  bookId: string | null
  children: ReactNode
}

/** The book of a loan, which leads to its page unless it is deleted, and when it was lent. */
function LoanRow({ title, number, bookId, children }: LoanRowProps) {
  const name = title ?? number ?? m.desk_deleted_book()
  return (
    <li className="border-line py-2.5 not-first:border-t">
      {bookId === null || title === null ? (
        <span dir="auto" className="block font-medium break-words">
          {name}
        </span>
      ) : (
        <Link
          to="/manager/books/$id"
          params={{ id: bookId }}
          dir="auto"
          className="block font-medium break-words hover:text-accent hover:underline"
        >
          {name}
        </Link>
      )}
      <span className="text-sm text-muted">{children}</span>
    </li>
  )
}
