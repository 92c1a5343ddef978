import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { signOut } from '#auth/calls.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { forgetDrafts } from '#lib/kept-drafts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast } from '#ui/toast.ts'

/** Signs out, after asking. */
export function SignOut({
  look = 'second',
  className = '',
}: Pick<ComponentProps<typeof Button>, 'look' | 'className'>) {
  const [isOpen, setIsOpen] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const { isDemo } = useSuspenseQuery(settingsQuery).data
  const open = () => {
    prepareToast()
    setIsOpen(true)
  }
  const leave = async () => {
    setIsBusy(true)
    try {
      await signOut()
      forgetDrafts()
      // A page anew: nothing of this person stays in its memory.
      location.assign('/login')
    } catch (thrown) {
      setIsBusy(false)
      toastFailure(m.account_sign_out_failed(), thrown)
    }
  }
  return (
    <>
      <Button look={look} className={`mt-4 w-full ${className}`} onClick={open}>
        {m.account_sign_out()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.account_sign_out_title()}
        text={isDemo ? m.account_sign_out_demo() : m.account_sign_out_text()}
        action={m.account_sign_out()}
        isBusy={isBusy}
        onConfirm={() => void leave()}
      />
    </>
  )
}
