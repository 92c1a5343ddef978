import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { useRefresh } from '#ui/use-refresh.ts'
import { createCopyForEach, removeCopyForEach } from '../copy.data.ts'

/** Milliseconds for which the batch can be taken back here. */
const UNDO_TIME = 30_000

/** Adds a copy to each book that has none, which can be taken back as a whole. */
export function CopyForEach() {
  const refresh = useRefresh('copy')
  const undo = useAction(
    async (at: Date) => {
      const { removed: count } = await removeCopyForEach({ data: { at } })
      void toast({ type: 'success', title: m.copy_for_each_undone({ count, shown: formatNumber(count) }) })
    },
    { failure: m.copy_not_saved(), refresh },
  )
  const add = useAction(
    async () => {
      const { added: count, at } = await createCopyForEach()
      void toast({
        type: 'success',
        title: m.copy_for_each_done({ count, shown: formatNumber(count) }),
        ...(count > 0 && {
          duration: UNDO_TIME,
          action: { label: m.books_undo(), onClick: () => void undo.run(at) },
        }),
      })
    },
    { failure: m.copy_not_saved(), refresh },
  )
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button {...blockedInDemo} look="second" isBusy={add.isBusy} onClick={() => void add.run()}>
        {m.copy_for_each()}
      </Button>
      <p className="mt-1.5 max-w-prose text-sm text-muted">{m.copy_for_each_hint()}</p>
    </div>
  )
}
