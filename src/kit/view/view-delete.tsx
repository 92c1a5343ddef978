import { fromThrown } from '#base/errors/local-error.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { removeView, useRefreshViews } from './view.data.ts'
import type { View } from './view.schema.ts'

interface ViewDeleteProps {
  view: View
  isOpen: boolean
  onClose: () => void
  onDeleted: () => void
}

/** The question before a view is deleted. */
export function ViewDelete({ view: { id, name, isShared }, isOpen, onClose, onDeleted }: ViewDeleteProps) {
  const refresh = useRefreshViews()
  const { run, isBusy } = useAction(
    async () => {
      await removeView({ data: { id } }).catch((thrown: unknown) => {
        // Another manager was faster.
        if (fromThrown(thrown).code !== 'NOT_FOUND') throw thrown
      })
      onClose()
      onDeleted()
    },
    { refresh, success: m.view_deleted({ name: isolated(name) }), failure: m.view_delete_failed() },
  )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.noun_delete_title({ name: isolated(name) })}
      text={isShared ? m.view_delete_shared_text() : m.view_delete_text()}
      action={m.view_delete()}
      isDanger
      isBusy={isBusy}
      onConfirm={() => void run()}
    />
  )
}
