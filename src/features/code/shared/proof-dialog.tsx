import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ReauthenticationStep } from './reauthentication-step.tsx'

interface ProofDialogProps {
  isOpen: boolean
  /** The user's address, to which the code is mailed. */
  email: string
  /** Called once: whether the user entered the code, or declined. */
  settle: (isProven: boolean) => void
}

/** Opens over a page whose user does something that gives power: asks for a code before it is done. */
export function ProofDialog({ isOpen, email, settle }: ProofDialogProps) {
  return (
    <Dialog
      isAlert
      isOpen={isOpen}
      onClose={() => settle(false)}
      title={m.account_reauthenticate_title()}
      closeLabel={m.common_close()}
    >
      <ReauthenticationStep email={email} reason={m.proof_text} onReauthenticated={async () => settle(true)} />
      <Button look="second" onClick={() => settle(false)}>
        {m.common_cancel()}
      </Button>
    </Dialog>
  )
}
