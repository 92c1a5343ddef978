import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BookSummary } from '#catalogue/book/book.schema.ts'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { sentProblem, type SentForm } from '#base/errors/sent-form.ts'
import { formatDate, formatDateTime, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { FormAlert } from '#base/ui/form/form-alert.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { OwnAct } from '../shared/own-act.tsx'
import { dueWord, holdWord, OwnRenewal } from '../shared/own-state.tsx'
import { ownLoansQuery } from './own-loan.data.ts'
import type { OwnLoans } from './own-loan.schema.ts'

/** The reader's own books: what is on loan, and what is reserved. `sent` is a button that was refused without script. */
export function OwnLoanListPage({ sent, timeZone }: { sent: SentForm | null; timeZone: string }) {
  const state = useQuery(ownLoansQuery)
  const lostSince = useConnectionLost()
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 pb-8 md:px-6 md:pt-8">
      <div className="max-w-2xl">
        <h1 className="mb-4 text-[1.75rem] leading-tight">{m.own_title()}</h1>
        {sent && <FormAlert>{sentProblem(sent)}</FormAlert>}
        {state.data === undefined && <LoadFailed title={m.own_failed()} query={state} />}
        {state.data === null && (
          <EmptyState title={m.own_unlinked_title()} text={m.own_unlinked_text()} action={<FindBook />} />
        )}
        {state.data && lostSince && (
          <p className="mb-4 text-[0.9375rem] text-muted">
            {m.own_known_page({ when: formatDateTime(new Date(state.dataUpdatedAt), timeZone) })}
          </p>
        )}
        {state.data && <OwnBooks own={state.data} timeZone={timeZone} canAct={!lostSince} />}
      </div>
    </main>
  )
}

const FindBook = () => (
  <Link to="/app/books" className={buttonClass()}>
    {m.own_find()}
  </Link>
)

interface OwnBooksProps {
  own: OwnLoans
  timeZone: string
  /** Whether buttons can act: false without a connection. */
  canAct: boolean
}

function OwnBooks({ own: { owed, loans, holds }, timeZone, canAct }: OwnBooksProps) {
  if (owed.length + loans.length + holds.length === 0)
    return <EmptyState title={m.own_none_title()} text={m.own_none_text()} action={<FindBook />} />
  return (
    <>
      <Rows title={m.own_owes({ count: owed.length, shown: formatNumber(owed.length) })}>
        {owed.map(({ id, book, lostAt }) => (
          <Row key={id} book={book} state={m.own_lost_on({ day: formatDate(lostAt, timeZone) })} isLate />
        ))}
      </Rows>
      <Rows title={m.own_loans()}>
        {loans.map(({ book, ...loan }) => (
          <Row key={loan.id} book={book} state={dueWord(loan)} isLate={loan.isLate}>
            {canAct && <OwnRenewal loan={loan} title={book.title} />}
          </Row>
        ))}
      </Rows>
      <Rows title={m.own_holds()}>
        {holds.map(({ book, ...hold }) => (
          <Row key={hold.id} book={book} state={holdWord(hold)} isReady={hold.readyUntil !== null}>
            {canAct && <OwnAct act="cancel" id={hold.id} title={book.title} />}
          </Row>
        ))}
      </Rows>
    </>
  )
}

function Rows({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className="mb-8">
      <h2 className="mb-1 text-lg">{title}</h2>
      <ul tabIndex={-1} className="border-t border-line">
        {children}
      </ul>
    </section>
  )
}

interface RowProps {
  book: BookSummary
  state: string
  isLate?: boolean
  isReady?: boolean
  children?: ReactNode
}

function Row({ book, state, isLate = false, isReady = false, children }: RowProps) {
  const look = isLate ? 'font-semibold text-danger' : isReady ? 'font-semibold text-accent' : ''
  return (
    // A keyboard goes on here when the button is gone, and in the list when the row is.
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3">
      <BookCover book={book} className="w-14 flex-none" />
      <div className="min-w-[min(9rem,100%)] flex-1 break-words">
        <Link
          to="/app/books/$id"
          params={{ id: book.id }}
          className="inline-flex min-h-11 items-center font-semibold hover:underline"
        >
          <span dir="auto">{book.title}</span>
        </Link>
        <p className={`text-[0.9375rem] ${look}`}>{state}</p>
      </div>
      {children}
    </li>
  )
}
