import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import type { Activity } from '#kit/activity/activity.schema.ts'
import { useUndoAccounts } from './use-undo-accounts.ts'

/** Below the entry of accounts that were made for a class: takes them back. */
export function ActivityAccounts({ activity: { action, bulk, subject } }: { activity: Activity }) {
  const undo = useUndoAccounts()
  if (bulk !== 'undo' || action !== 'borrower.bulk-accounts') return null
  return (
    <button
      {...blockedInDemo}
      type="button"
      aria-busy={undo.isBusy}
      className={`${rowActionClass} -ms-2 -my-2`}
      onClick={() => void undo.run(subject.id)}
    >
      {m.books_undo()}
    </button>
  )
}
