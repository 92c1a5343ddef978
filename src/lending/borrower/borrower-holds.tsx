import type { HeldBook } from '#lending/loan/borrower-lending.schema.ts'
import { useCancelHold } from '#lending/loan/shared/use-cancel-hold.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { BorrowerBookRow, BookRows } from './book-row.tsx'

/** What a borrower waits for, each with the way to cancel it. */
export function HeldBooks({ holds }: { holds: readonly HeldBook[] }) {
  const cancel = useCancelHold()
  return (
    <Panel
      title={m.hold_title()}
      action={holds.length > 0 && <span className="text-sm text-muted">{formatNumber(holds.length)}</span>}
    >
      {holds.length === 0 && <p className="mt-1 text-muted">{m.borrower_no_holds()}</p>}
      <BookRows>
        {holds.map((hold) => (
          <BorrowerBookRow
            key={hold.id}
            book={hold.book}
            actions={
              <button
                {...blockedInDemo}
                type="button"
                aria-label={m.own_cancel_of({ title: hold.book.title })}
                aria-disabled={cancel.isBusy || undefined}
                className={rowActionClass}
                onClick={() => void cancel.run(hold.id)}
              >
                {m.common_cancel()}
              </button>
            }
          >
            <HoldState hold={hold} />
          </BorrowerBookRow>
        ))}
      </BookRows>
    </Panel>
  )
}

function HoldState({ hold: { place, readyUntil, backOn } }: { hold: HeldBook }) {
  if (readyUntil !== null)
    return <span className="font-semibold text-accent">{m.hold_aside({ day: formatDay(readyUntil) })}</span>
  return (
    <>
      {place > 1 ? m.hold_place({ place }) : m.hold_first()}
      {backOn !== null && ` · ${m.own_back_on({ day: formatDay(backOn) })}`}
    </>
  )
}
