import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { useRestore } from '#kit/trash/shared/use-restore.ts'
import { restoreDeletedCopies } from './copy-trash.data.ts'
import { copyTrash } from './copy-trash.ts'

const renumberingTrash = {
  ...copyTrash,
  restore: (ids: string[]) => restoreDeletedCopies({ data: { ids, isRenumbered: true } }),
}

/** Restores a copy whose number another copy or a library card has by now, with the next number: it needs a new label. */
export function CopyRenumber({ id, onDone }: { id: string; onDone: () => void }) {
  const { restore, isBusy } = useRestore(renumberingTrash, useRefresh('copy'))
  const press = async () => {
    if (await restore([id])) onDone()
  }
  return (
    <button
      {...blockedInDemo}
      type="button"
      aria-disabled={isBusy}
      className={`${rowActionClass} -ms-2 whitespace-nowrap`}
      onClick={() => void press()}
    >
      {m.copy_trash_renumber()}
    </button>
  )
}
