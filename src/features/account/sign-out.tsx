import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { signOut } from '#auth/browser/calls.ts'
import { forgetCopy } from '#features/offline/shared/forget-copy.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import { forgetDrafts } from '#lib/saved-drafts.ts'
import { untilNavigated } from '#lib/leave.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useAction } from '#ui/use-action.ts'

/** Signs out after a confirmation. */
export function SignOut({
  look = 'second',
  className = '',
}: Pick<ComponentProps<typeof Button>, 'look' | 'className'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { isDemo } = useSuspenseQuery(settingsQuery).data
  const leave = useAction(
    async () => {
      await signOut()
      forgetDrafts()
      await forgetCopy()
      // Reloads the page, so that no data of the user stay in memory.
      location.assign('/login')
      await untilNavigated()
    },
    { failure: m.account_sign_out_failed() },
  )
  return (
    <>
      <noscript>
        <form method="post" action="/sign-out">
          <button type="submit" className={buttonClass(look, `mt-4 w-full ${className}`)}>
            {m.account_sign_out()}
          </button>
        </form>
      </noscript>
      <Button look={look} className={`mt-4 w-full ${className}`} onClick={() => setIsOpen(true)}>
        {m.account_sign_out()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.account_sign_out_title()}
        text={isDemo ? m.account_sign_out_demo() : m.account_sign_out_text()}
        action={m.account_sign_out()}
        isBusy={leave.isBusy}
        onConfirm={() => void leave.run()}
      />
    </>
  )
}
