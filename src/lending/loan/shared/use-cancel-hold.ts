import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { cancelHold, restoreHold } from '../loan.data.ts'
import { useRefreshLending } from './use-refresh-lending.ts'

/** Cancels a hold by its id, with a toast that takes it back: the borrower keeps the place in the queue. */
export function useCancelHold() {
  const refresh = useRefreshLending()
  const restore = useAction((id: string) => restoreHold({ data: id }), {
    refresh,
    success: m.undo_done(),
    failure: m.undo_failed(),
  })
  return useAction(
    async (id: string) => {
      await cancelHold({ data: id })
      await refresh()
      void toast({
        type: 'success',
        title: m.own_cancelled(),
        duration: UNDO_TIME,
        action: { label: m.books_undo(), onClick: () => void restore.run(id) },
      })
    },
    {
      failure: m.own_not_cancelled(),
      onRefused: () => {
        // Refused, since its state changed meanwhile: the page is refetched.
        void refresh()
        return false
      },
    },
  )
}
