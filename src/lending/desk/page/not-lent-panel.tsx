import { useState } from 'react'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import type { DeskRefusal } from '../desk.schema.ts'
import type { Desk } from '../queue/desk.ts'
import type { NotDone } from '../queue/desk-queue.ts'
import { actAndFocus, DeskKey } from './desk-field.tsx'
import { noticeText, personText } from './desk-words.ts'
import type { OpenRefusals } from './use-open-refusals.ts'

/** Lines that are shown before the rest is asked for. */
const SHOWN = 3

interface NotLentPanelProps {
  desk: Desk
  refusals: OpenRefusals
  /** Scans of this device that the server has refused as requests. */
  notDone: readonly NotDone[]
}

/** What was scanned and not lent, at every desk, until somebody has dealt with it. */
export function NotLentPanel({ desk, refusals, notDone }: NotLentPanelProps) {
  const [isWhole, setIsWhole] = useState(false)
  const { open } = refusals
  const count = open.length + notDone.length
  if (count === 0) return null
  const lines = [
    ...notDone.map((one) => <NotDoneLine key={one.actId} desk={desk} notDone={one} />),
    ...open.map((one) => <RefusalLine key={one.actId} desk={desk} refusal={one} refusals={refusals} />),
  ]
  const left = isWhole ? 0 : Math.max(0, lines.length - SHOWN)
  return (
    <section aria-labelledby="not-lent" className={`${panelClass} border-warning`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="not-lent" className="text-base text-warning">
          {m.desk_not_lent({ shown: formatNumber(count) })}
        </h2>
        <p className="text-sm text-muted">{m.desk_not_lent_text()}</p>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-2">
        {left > 0 ? lines.slice(0, SHOWN) : lines}
      </ul>
      {left > 0 && (
        <button type="button" className={`${rowActionClass} -ms-2`} onClick={() => actAndFocus(() => setIsWhole(true))}>
          {m.desk_not_lent_more({ count: left, shown: formatNumber(left) })}
        </button>
      )}
    </section>
  )
}

interface RefusalLineProps {
  desk: Desk
  refusal: DeskRefusal
  refusals: OpenRefusals
}

function RefusalLine({ desk, refusal, refusals }: RefusalLineProps) {
  const { actId, book, number, borrower, corner, notices, goOn } = refusal
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 border-t border-line py-2.5">
      <BookCover book={book} className="w-8 flex-none" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="leading-snug font-semibold break-words">
          <bdi>{book.title}</bdi>{' '}
          <bdi className="font-mono text-[0.8125rem] font-normal whitespace-nowrap text-muted">{number}</bdi>
        </p>
        {borrower && (
          <p className="text-[0.8125rem] break-words text-muted">
            {personText(borrower)} · <bdi>{m.desk_card({ number: borrower.card })}</bdi>
          </p>
        )}
        {corner !== null && (
          <p className="text-[0.8125rem] break-words text-muted">{m.desk_by_corner({ name: isolated(corner) })}</p>
        )}
        {notices.map((notice) => (
          <p key={notice.code} className="text-sm font-semibold break-words text-warning">
            {noticeText(notice)}
          </p>
        ))}
      </div>
      <div className="-me-2 flex flex-wrap items-center gap-x-2 *:me-0! *:whitespace-nowrap sm:flex-col sm:items-end">
        {goOn === 'yes' && (
          <button
            type="button"
            className={rowActionClass}
            onClick={() => actAndFocus(() => refusals.goOn(desk, refusal))}
          >
            {refusals.first?.actId === actId && (
              <span aria-hidden="true" className="me-2 max-md:hidden">
                <DeskKey name="F4" />
              </span>
            )}
            {m.desk_go_on()}
          </button>
        )}
        {goOn === 'admin' && (
          <span className="inline-flex min-h-11 items-center gap-1.5 text-sm text-muted">
            <ManagerIcon name="card" className="size-4" />
            {m.desk_needs_admin()}
          </span>
        )}
        <button
          type="button"
          className={rowActionClass}
          aria-label={m.desk_dealt_with_of({ act: book.title })}
          onClick={() => actAndFocus(() => refusals.dealWith(actId))}
        >
          {m.desk_dealt_with()}
        </button>
      </div>
    </li>
  )
}

function NotDoneLine({ desk, notDone: { actId, code, message } }: { desk: Desk; notDone: NotDone }) {
  return (
    <li className="flex flex-wrap items-start gap-x-3.5 border-t border-line py-2.5">
      <Icon name="alert" className="mt-1 size-5 flex-none text-warning" />
      <div className="min-w-0 flex-1 basis-48">
        <bdi className="font-mono text-sm break-all">{code}</bdi>
        <p className="text-sm font-semibold break-words text-warning">
          {message === undefined ? m.desk_not_done_card() : m.desk_not_done_scan({ message })}
        </p>
      </div>
      <div className="-me-2 flex flex-wrap items-center gap-x-2 *:me-0! *:whitespace-nowrap sm:flex-col sm:items-end">
        <button
          type="button"
          className={rowActionClass}
          onClick={() =>
            actAndFocus(() => {
              desk.leaveNotDone(actId)
              desk.scan({ text: code })
            })
          }
        >
          {m.desk_scan_again()}
        </button>
        <button
          type="button"
          className={rowActionClass}
          aria-label={m.desk_dealt_with_of({ act: code })}
          onClick={() => actAndFocus(() => desk.leaveNotDone(actId))}
        >
          {m.desk_dealt_with()}
        </button>
      </div>
    </li>
  )
}
