import { useRef } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import type { NarrowedBy } from '#base/ui/list/list-results.tsx'
import { focusSelectAll, type Selection } from '#base/ui/list/use-selection.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { SelectionBar } from '#kit/batch/shared/selection-bar.tsx'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { cancelHolds, restoreHolds } from './hold-list.data.ts'
import type { HoldRow, HoldsChosen } from './hold-list.schema.ts'
import type { HoldsSearch } from './hold-search.schema.ts'

interface HoldCancelBarProps {
  selection: Selection<HoldRow>
  found: { items: readonly HoldRow[]; total: number | null; filter: NarrowedBy<HoldsSearch> }
}

/** Cancels the selected holds, with a toast that takes it back: each keeps its place in the queue. */
export function HoldCancelBar({ selection, found }: HoldCancelBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const refresh = useRefreshLending()
  const restore = useAction(
    async (ids: string[]) => {
      const { ids: restored } = await restoreHolds({ data: { ids } })
      const left = ids.length - restored.length
      await refresh()
      if (left > 0) void toast({ type: 'info', title: m.hold_some_gone({ count: left, shown: formatNumber(left) }) })
      else void toast({ type: 'success', title: m.undo_done() })
    },
    { failure: m.undo_failed() },
  )
  const cancel = useAction(
    async (chosen: HoldsChosen) => {
      const { ids } = await cancelHolds({ data: chosen })
      selection.clear()
      await refresh()
      focusSelectAll()
      void toast({
        type: 'success',
        title: m.hold_cancelled({ count: ids.length, shown: formatNumber(ids.length) }),
        duration: UNDO_TIME,
        action: { label: m.books_undo(), onClick: () => void restore.run(ids) },
      })
    },
    { failure: m.own_not_cancelled() },
  )
  const ids = [...selection.marked.keys()]
  const chosen: HoldsChosen = selection.isAll ? { filter: found.filter, except: ids } : { ids }
  return (
    <SelectionBar
      ref={bar}
      selection={selection}
      found={found}
      text={(count) => m.hold_selected({ count, shown: formatNumber(count) })}
      report={null}
    >
      <Button
        {...blockedInDemo}
        look="second"
        className="text-danger max-sm:px-3"
        isBusy={cancel.isBusy}
        onClick={() => void cancel.run(chosen)}
      >
        {m.hold_cancel()}
      </Button>
    </SelectionBar>
  )
}
