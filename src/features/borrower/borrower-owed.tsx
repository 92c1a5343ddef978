import { UNDO_TIME } from '#features/activity/undo/undo.data.ts'
import { settleLoan, unsettleLoan } from '#features/loan/loan.data.ts'
import { settledAsSchema, type SettledAs } from '#features/loan/shared/lost-loan.schema.ts'
import type { OwedLoan } from '#features/loan/shared/owed-loan.schema.ts'
import { useRefreshLending } from '#features/loan/shared/use-refresh-lending.ts'
import { formatDate, formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { panelClass } from '#ui/panel.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { BorrowerBookRow, BookRows } from './book-row.tsx'

const WAYS: Record<SettledAs, () => string> = {
  back: m.settle_back,
  replaced: m.settle_replaced,
  paid: m.settle_paid,
  waived: m.settle_waived,
}

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
          <BorrowerBookRow key={loan.id} book={loan.book} number={loan.copy.number} below={<Settle loan={loan} />}>
            <span className="font-semibold text-danger">
              {m.borrower_lost_on({ day: formatDate(loan.lostAt, timeZone) })}
            </span>
          </BorrowerBookRow>
        ))}
      </BookRows>
    </section>
  )
}

function Settle({ loan: { id, book } }: { loan: OwedLoan }) {
  const refresh = useRefreshLending()
  const takeBack = useAction(() => unsettleLoan({ data: id }), {
    refresh,
    success: m.undo_done(),
    failure: m.undo_failed(),
  })
  const settle = useAction(
    async (as: SettledAs) => {
      await settleLoan({ data: { id, as } })
      await refresh()
      void toast({
        type: 'success',
        title: m.settle_done({ settled: WAYS[as]() }),
        duration: UNDO_TIME,
        action: { label: m.books_undo(), onClick: () => void takeBack.run() },
      })
    },
    {
      failure: m.borrower_not_saved(),
      onRefused: () => {
        // It is otherwise than the page says.
        void refresh()
        return false
      },
    },
  )
  return (
    <div className="mt-2.5 flex flex-wrap gap-2.5">
      {settledAsSchema.options.map((as) => (
        <Button
          {...blockedInDemo}
          key={as}
          look="second"
          className="flex-auto"
          aria-label={m.settle_of({ title: book.title, settled: WAYS[as]() })}
          aria-disabled={settle.isBusy || undefined}
          onClick={() => void settle.run(as)}
        >
          {WAYS[as]()}
        </Button>
      ))}
    </div>
  )
}
