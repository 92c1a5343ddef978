import { useState } from 'react'
import { signOut } from '#auth/calls.ts'
import { errorText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { prepareToast, toast } from '#ui/toast.ts'

/** Signs out, after asking. */
export function SignOut() {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const open = () => {
    prepareToast()
    setIsOpen(true)
  }
  const leave = async () => {
    setIsBusy(true)
    try {
      await signOut()
      // A page anew: nothing of this person stays in its memory.
      location.assign('/login')
    } catch (thrown) {
      setIsBusy(false)
      void toast({ type: 'error', title: m.account_sign_out_failed(), description: errorText(fromThrown(thrown).code) })
    }
  }
  return (
    <>
      <Button look="second" className="mt-4 w-full sm:w-auto" onClick={open}>
        {m.account_sign_out()}
      </Button>
      <Dialog
        isAlert
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.account_sign_out_title()}
        description={m.account_sign_out_text()}
        closeLabel={m.common_close()}
      >
        <Button isBusy={isBusy} onClick={() => void leave()}>
          {m.account_sign_out()}
        </Button>
        <Button look="second" onClick={() => setIsOpen(false)}>
          {m.common_cancel()}
        </Button>
      </Dialog>
    </>
  )
}
