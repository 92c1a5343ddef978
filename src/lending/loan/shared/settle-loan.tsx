import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { settleLoan, unsettleLoan } from '../loan.data.ts'
import { settledAsSchema, type SettledAs } from './lost-loan.schema.ts'
import { useRefreshLending } from './use-refresh-lending.ts'

const WAYS: Record<SettledAs, () => string> = {
  back: m.settle_back,
  replaced: m.settle_replaced,
  paid: m.settle_paid,
  waived: m.settle_waived,
}

/** The four ways to settle what is owed for a lost copy. */
export function SettleLoan({ loan: { id, book } }: { loan: { id: string; book: { title: string } } }) {
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
        // Refused, since its state changed meanwhile: the page is refetched.
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
