import { useNavigate } from '@tanstack/react-router'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { Restored } from './trash.schema.ts'
import { pageOfOwner, type Trash } from './trash.ts'

type Restorable = Pick<Trash<never>, 'item' | 'borrower' | 'restore' | 'words'>

/** Restores from the trash, with a toast that says what came of it; `isExplained` if the page names collisions. */
export function useRestore(
  { restore: send, words, ...pages }: Restorable,
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
          onClick: () => void navigate({ to: pageOfOwner(first, pages), params: { id: first.by } }),
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
