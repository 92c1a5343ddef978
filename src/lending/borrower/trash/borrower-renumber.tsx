import { useRouter } from '@tanstack/react-router'
import { useRestore } from '#kit/trash/shared/use-restore.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { restoreDeletedBorrowers } from './borrower-trash.data.ts'
import { borrowerTrash } from './borrower-trash.ts'

const renumberingTrash = {
  ...borrowerTrash,
  restore: (ids: string[]) => restoreDeletedBorrowers({ data: { ids, isRenumbered: true } }),
}

/** Restores a borrower whose card, school number or account somebody else has by now: without these, with a new card. */
export function BorrowerRenumber({ id, onDone }: { id: string; onDone: () => void }) {
  const router = useRouter()
  const { restore, isBusy } = useRestore(renumberingTrash, useRefresh('borrower'))
  const press = async () => {
    if (!(await restore([id]))) return
    onDone()
    // The page of the deleted borrower becomes that of the restored one.
    await router.invalidate()
  }
  return (
    <button
      {...blockedInDemo}
      type="button"
      aria-disabled={isBusy}
      className={`${rowActionClass} -ms-2 whitespace-nowrap`}
      onClick={() => void press()}
    >
      {m.borrower_trash_renumber()}
    </button>
  )
}
