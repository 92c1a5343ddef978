import { Link } from '@tanstack/react-router'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { formatNearDay, formatNumber, formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoseLoan } from '#lending/loan/shared/lose-loan.tsx'
import { useCancelHold } from '#lending/loan/shared/use-cancel-hold.ts'
import { Avatar } from '#base/ui/avatar.tsx'
import { Badge } from '#base/ui/badge.tsx'
import { buttonClass } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import type { DeskBorrower } from '../desk-parts.schema.ts'
import type { Desk } from '../queue/desk.ts'
import { actAndFocus, DeskKey } from './desk-field.tsx'
import { blockedText } from './desk-words.ts'
import { useMayManage } from './use-may-manage.ts'
import { classSetLinks } from '#lending/loan/loan.slots.ts'

interface BorrowerPanelProps {
  desk: Desk
  borrower: DeskBorrower
  /** The loan that was made last, and the act that takes it back. */
  latest: { loanId: string; actId: string } | undefined
}

/** The borrower who is open: the books on loan, each with its day. */
export function BorrowerPanel({ desk, borrower, latest }: BorrowerPanelProps) {
  const { name, group, card, loans, booksAtATime, ready, note, blockedNote, owed, sets } = borrower
  const mayManage = useMayManage()
  // What was changed beside the desk is read again with the borrower.
  const reread = () => desk.scan({ text: card })
  const facts = [
    ...(group === null ? [] : [group]),
    m.desk_card({ number: card }),
    m.desk_books_of({ shown: formatNumber(loans.length), most: formatNumber(booksAtATime) }),
  ]
  return (
    <section aria-label={name} className={`${panelClass} @container`}>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3">
        <Avatar name={name} size="large" />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-xl leading-tight">
            {mayManage ? (
              <Link to="/manager/borrowers/$id" params={{ id: borrower.id }} className="break-words hover:underline">
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi className="break-words">{name}</bdi>
            )}
            {owed.length > 0 && (
              <span className="ms-2 align-middle font-sans">
                <Badge look="danger">{m.borrower_owes({ count: owed.length, shown: formatNumber(owed.length) })}</Badge>
              </span>
            )}
          </h2>
          <p className="text-sm text-muted">
            {facts.map((fact, at) => (
              <span key={fact}>
                {at > 0 && ' · '}
                <bdi className="whitespace-nowrap">{fact}</bdi>
              </span>
            ))}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {loans.length > 1 && (
            <button type="button" className={buttonClass('second')} onClick={() => actAndFocus(() => desk.renew())}>
              {m.desk_renew_all()}
            </button>
          )}
          <button type="button" className={buttonClass('second')} onClick={() => actAndFocus(() => desk.end())}>
            {m.desk_done()}
            <span aria-hidden="true" className="max-md:hidden">
              <DeskKey name="Esc" />
            </span>
          </button>
        </div>
      </div>
      {[
        ...(blockedNote === null ? [] : [blockedText(blockedNote)]),
        ...(note === '' ? [] : [note]),
        ...(ready.length === 0 ? [] : [m.desk_ready({ titles: formatValues(ready.map(({ book }) => book.title)) })]),
      ].map((text) => (
        <p key={text} dir="auto" className="mt-2 text-sm font-medium break-words text-warning">
          {text}
        </p>
      ))}
      {owed.map(({ loanId, book, number }) => (
        <p key={loanId} dir="auto" className="mt-2 text-sm font-medium break-words text-danger">
          {m.desk_owes_lost({ title: isolated(book.title), number })}
        </p>
      ))}
      {sets.map((set) => (
        <p key={set.id} dir="auto" className="mt-2 text-sm break-words text-muted">
          <SetLine set={set} isLink={mayManage} />
        </p>
      ))}
      {loans.length === 0 && <p className="mt-3 border-t border-line pt-3 text-muted">{m.desk_no_books()}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-3">
        {loans.map(({ id, book, copy, dueOn, daysLate }) => {
          const isLatest = latest?.loanId === id
          return (
            <li
              key={id}
              className={`-mx-2 flex items-center gap-3 border-t border-line px-2 py-2 ${isLatest ? 'rounded-md bg-success/10' : ''}`}
            >
              <BookCover book={book} className="w-8 flex-none" />
              <div className="min-w-0 flex-1">
                <p dir="auto" className="line-clamp-2 leading-snug font-semibold break-words">
                  {book.title}
                </p>
                <p className="flex text-[0.8125rem] text-muted">
                  <bdi className="truncate">{book.author || m.book_unknown_author()}</bdi>
                  <span className="flex-none whitespace-pre"> · </span>
                  <bdi className="flex-none font-mono">{copy.number}</bdi>
                </p>
                <p className="text-[0.8125rem] @lg:hidden">
                  <Due dueOn={dueOn} daysLate={daysLate} isLatest={isLatest} />
                </p>
              </div>
              <span className="text-sm whitespace-nowrap @max-lg:hidden">
                <Due dueOn={dueOn} daysLate={daysLate} isLatest={isLatest} />
              </span>
              {isLatest && latest ? (
                <button
                  type="button"
                  className={rowActionClass}
                  aria-label={m.desk_undo_of({ act: book.title })}
                  onClick={() => actAndFocus(() => desk.undo(latest.actId))}
                >
                  {m.desk_undo()}
                </button>
              ) : (
                <span className="flex flex-none flex-wrap justify-end">
                  <button
                    type="button"
                    className={rowActionClass}
                    aria-label={m.desk_renew_of({ title: book.title })}
                    onClick={() => actAndFocus(() => desk.renew(id))}
                  >
                    {m.desk_renew()}
                  </button>
                  {mayManage && <LoseLoan name={name} loan={{ id, book, copy }} onDone={reread} />}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Reserved holds={[...ready, ...borrower.waiting]} mayCancel={mayManage} onDone={reread} />
    </section>
  )
}

interface ReservedProps {
  holds: readonly Pick<DeskBorrower['ready'][number], 'holdId' | 'book'>[]
  mayCancel: boolean
  onDone: () => void
}

/** What is put aside for the borrower or they wait for, each with the way to cancel it. */
function Reserved({ holds, mayCancel, onDone }: ReservedProps) {
  const cancel = useCancelHold()
  if (holds.length === 0) return null
  return (
    <>
      <h3 className="mt-3 text-sm font-semibold">{m.own_reserved()}</h3>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list">
        {holds.map(({ holdId, book }) => (
          <li key={book.id} className="flex items-center gap-3 border-t border-line py-1">
            <span dir="auto" className="min-w-0 flex-1 break-words">
              {book.title}
            </span>
            {mayCancel && holdId !== undefined && (
              <button
                type="button"
                className={rowActionClass}
                aria-label={m.own_cancel_of({ title: book.title })}
                onClick={() => void cancel.run(holdId).then((done) => done && onDone())}
              >
                {m.own_cancel()}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Due({ dueOn, daysLate, isLatest }: { dueOn: string; daysLate: number; isLatest: boolean }) {
  if (daysLate > 0)
    return (
      <span className="font-semibold text-danger">
        {m.desk_days_late({ count: daysLate, shown: formatNumber(daysLate) })}
      </span>
    )
  return (
    <span className={isLatest ? 'inline-flex items-center gap-1.5 font-semibold text-success' : 'text-muted'}>
      {isLatest && <Icon name="check" className="size-4" />}
      {m.desk_due({ day: formatNearDay(dueOn) })}
    </span>
  )
}

/** How much of a class set the borrower has, beside the books of a person. */
function SetLine({
  set: { id, title, out, total, dueOn },
  isLink,
}: {
  set: DeskBorrower['sets'][number]
  isLink: boolean
}) {
  const text = m.desk_set_out({
    title: isolated(title),
    out: formatNumber(out),
    total: formatNumber(total),
    day: dueOn === null ? '' : formatNearDay(dueOn),
  })
  if (!isLink) return text
  return (
    <classSetLinks.Parts id={id} className="hover:underline" otherwise={text}>
      {text}
    </classSetLinks.Parts>
  )
}
