import { formatNumber, formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { undoClassAccounts } from './class-account.data.ts'

/** Borrowers whom the toast names, at most. */
const NAMED = 3

/** Takes accounts for a class back, and says who keeps theirs. */
export function useUndoAccounts() {
  return useAction(
    async (id: string) => {
      const { restored, kept } = await undoClassAccounts({ data: { id } })
      const names = kept.slice(0, NAMED).map(isolated)
      const more = kept.length - names.length
      if (more > 0) names.push(m.undo_burst_more({ count: more, shown: formatNumber(more) }))
      void toast({
        type: 'success',
        title: m.class_account_undone({ count: formatNumber(restored) }),
        ...(kept.length > 0 && { description: m.class_account_kept({ names: formatValues(names) }), duration: 10_000 }),
      })
    },
    { failure: m.class_account_not_undone(), refresh: useRefresh('borrower') },
  )
}
