import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { ReauthenticationStep } from './reauthentication-step.tsx'

interface ReauthenticationDialogProps {
  isOpen: boolean
  /** The user's address, to which the code is mailed; null for a user without one. */
  email: string | null
  /** Called once: whether the user entered the code, or declined. */
  settle: (isReauthenticated: boolean) => void
}

/** Opens over a page whose user does something that gives power: asks for a code or a passkey before it is done. */
export function ReauthenticationDialog({ isOpen, email, settle }: ReauthenticationDialogProps) {
  return (
    <Dialog
      isAlert
      isOpen={isOpen}
      onClose={() => settle(false)}
      title={m.account_reauthenticate_title()}
      closeLabel={m.common_close()}
    >
      <ReauthenticationStep
        email={email}
        reason={{ mailed: m.reauthenticate_text, kept: m.reauthenticate_kept }}
        onReauthenticated={async () => settle(true)}
      />
      <Button look="second" onClick={() => settle(false)}>
        {m.common_cancel()}
      </Button>
    </Dialog>
  )
}
