import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { countedBooks } from '#catalogue/book/book.words.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { undoDueDays } from './due-days.data.ts'

/** Takes a change of due days, or of the calendar, back, and says what of it could not be. */
export function useUndoDueDays() {
  return useAction(
    async (id: string) => {
      const { restored, kept } = await undoDueDays({ data: { id } })
      void toast({
        type: 'success',
        title: m.due_days_undone({ books: countedBooks(restored) }),
        ...(kept > 0 && { description: m.due_days_kept({ count: formatNumber(kept) }) }),
      })
    },
    { failure: m.due_days_not_undone(), refresh: useRefreshLending() },
  )
}
