import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import type { Activity } from '../activity.schema.ts'
import { toastUndone, undoActivity } from './undo.data.ts'

/** Takes an entry back, or says that it was. It needs no confirmation: what it changes is an entry with 'Undo' itself. */
export function UndoButton({ activity: { id, subject, undo } }: { activity: Activity }) {
  const refresh = useRefresh(subject.kind)
  const { run, isBusy } = useAction(() => undoActivity({ data: { id: String(id) } }), {
    refresh,
    failure: m.undo_failed(),
    onRefused: ({ code }) => {
      // Another manager may have taken the entry back.
      if (code === 'ALREADY_UNDONE') void refresh()
      return false
    },
  })
  if (undo === 'done') return <p className="text-[0.8125rem] text-muted">{m.undo_done()}</p>
  if (undo === null) return null
  const press = async () => {
    const done = await run()
    if (done) toastUndone(done.result)
  }
  return (
    <button
      {...blockedInDemo}
      type="button"
      aria-disabled={isBusy}
      className={`${rowActionClass} -ms-2 -my-2`}
      onClick={() => void press()}
    >
      {m.books_undo()}
    </button>
  )
}
