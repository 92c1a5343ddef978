import { ReauthenticationStep } from '#features/code/shared/reauthentication-step.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'

interface FetchDialogProps {
  /** The user's address, for reauthentication. */
  email: string
  /** The backup to download; the dialog is open while it is set. */
  waiting: string | undefined
  run: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for reauthentication, then downloads. */
export function FetchDialog({ email, waiting, run, onClose }: FetchDialogProps) {
  return (
    <Dialog
      isOpen={waiting !== undefined}
      onClose={onClose}
      title={m.backups_fetch_title()}
      closeLabel={m.common_close()}
    >
      {waiting !== undefined && (
        <ReauthenticationStep
          email={email}
          note={m.backups_fetch_note()}
          onReauthenticated={async () => void (await run(waiting))}
        />
      )}
    </Dialog>
  )
}
