import { useNavigate } from '@tanstack/react-router'
import { UNDO_TIME } from '#features/activity/undo/undo.data.ts'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { useRefreshBooks } from '../book-edit.data.ts'
import { restoreFromTrash } from '../trash/trash.data.ts'
import type { Restored } from '../trash/trash.schema.ts'

/** Restores books from the trash, with a toast that says what came of it; `isExplained` if the page names collisions. */
export function useRestoreBooks({ isExplained = false } = {}) {
  const navigate = useNavigate()
  const refresh = useRefreshBooks()
  const call = useAction((ids: string[]) => restoreFromTrash({ data: { ids } }), {
    failure: m.trash_restore_failed(),
    refresh,
  })
  const tell = ({ restored, collided }: Restored) => {
    const [first] = collided
    if (restored.length > 0)
      void toast({
        type: 'success',
        title: m.trash_restored({ count: restored.length, shown: formatNumber(restored.length) }),
      })
    if (first && !isExplained)
      void toast({
        type: 'warning',
        title: m.trash_collided({ title: first.title }),
        description: m.trash_collided_text(),
        duration: UNDO_TIME,
        action: {
          label: m.trash_collided_open(),
          onClick: () => void navigate({ to: '/manager/books/$id', params: { id: first.by } }),
        },
      })
    if (!first && restored.length === 0) void toast({ type: 'info', title: m.trash_gone() })
  }
  /** Resolves to what was restored; undefined after a failure. */
  const restore = async (ids: string[]): Promise<Restored | undefined> => {
    const done = await call.run(ids)
    if (done) tell(done.result)
    return done?.result
  }
  return { restore, isBusy: call.isBusy }
}
