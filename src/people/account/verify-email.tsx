import { useState, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useReturnFocus } from '#base/ui/dialog/use-return-focus.ts'
import { useRefreshMe } from '#kit/me/refresh-me.data.ts'
import { ReauthenticationStep } from '#people/code/shared/reauthentication-step.tsx'

interface VerifyEmailProps {
  /** The user's unverified address. */
  email: string
  /** Receives the focus afterwards, because this button is removed. */
  next: RefObject<HTMLElement | null>
}

/** Button next to an unverified address: opens the dialog that verifies it by a code. */
export function VerifyEmail({ email, next }: VerifyEmailProps) {
  const [isOpen, setIsOpen] = useState(false)
  const refresh = useRefreshMe()
  const { lastFocus, close } = useReturnFocus(() => setIsOpen(false))
  const done = async () => {
    close(next.current)
    void toast({ type: 'success', title: m.account_verified_now() })
    await refresh()
  }
  return (
    <>
      <button
        {...blockedInDemo}
        type="button"
        aria-haspopup="dialog"
        className={`${rowActionClass} -my-2.5`}
        onClick={() => setIsOpen(true)}
      >
        {m.account_verify()}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={m.account_verify_title()}
        closeLabel={m.common_close()}
        lastFocus={lastFocus}
      >
        <ReauthenticationStep
          email={email}
          reason={{ mailed: m.account_verify_text, kept: m.account_verify_kept }}
          onReauthenticated={done}
        />
      </Dialog>
    </>
  )
}
