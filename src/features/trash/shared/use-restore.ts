import { useNavigate } from '@tanstack/react-router'
import { UNDO_TIME } from '#features/activity/undo/undo.data.ts'
import { formatNumber } from '#i18n/format.ts'
import { isolated } from '#i18n/isolated.ts'
import { m } from '#i18n/paraglide/messages.js'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import type { Restored } from './trash.schema.ts'
import type { Trash } from './trash.ts'

type Restorable = Pick<Trash<never>, 'item' | 'restore' | 'words'>

/** Restores from the trash, with a toast that says what came of it; `isExplained` if the page names collisions. */
export function useRestore(
  { item, restore: send, words }: Restorable,
  refresh: () => Promise<unknown>,
  { isExplained = false } = {},
) {
  const navigate = useNavigate()
  const call = useAction(send, { failure: m.trash_restore_failed(), refresh })
  const tell = ({ restored, collided }: Restored) => {
    const [first] = collided
    const count = restored.length
    if (count > 0) void toast({ type: 'success', title: words.restored({ count, shown: formatNumber(count) }) })
    if (first && !isExplained)
      void toast({
        type: 'warning',
        title: words.collided({ name: isolated(first.name) }),
        description: words.collidedText(),
        duration: UNDO_TIME,
        action: {
          label: first.isByCopy ? m.borrower_trash_collided_book() : words.collidedOpen(),
          onClick: () => void navigate({ to: first.isByCopy ? '/manager/books/$id' : item, params: { id: first.by } }),
        },
      })
    if (!first && count === 0) void toast({ type: 'info', title: words.gone() })
  }
  /** Resolves to what was restored; undefined after a failure. */
  const restore = async (ids: string[]): Promise<Restored | undefined> => {
    const done = await call.run(ids)
    if (done) tell(done.result)
    return done?.result
  }
  return { restore, isBusy: call.isBusy }
}
