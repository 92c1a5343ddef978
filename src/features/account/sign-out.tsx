import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { signOut } from '#auth/browser/calls.ts'
import { forgetOfflineCatalogue } from '#features/offline/shared/forget-offline-catalogue.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { fromThrown } from '#errors/local-error.ts'
import { m } from '#i18n/paraglide/messages.js'
import { inTime } from '#lib/connection/check-connection.ts'
import { connectionLostSince, noteLost } from '#lib/connection/connection.ts'
import { forgetDrafts } from '#lib/form/saved-drafts.ts'
import { untilNavigated } from '#lib/form/leave.ts'
import { isWithoutAnswer } from '#lib/connection/without-answer.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Form } from '#ui/form/form.tsx'
import { useAction } from '#ui/use-action.ts'
import { useConnectionLost } from '#ui/state/use-connection-lost.ts'
import { currentUserQuery } from './account.data.ts'
import { useWayBack } from '#features/passkey/shared/use-way-back.ts'
import { signOutHere } from '#features/session/shared/signed-out-page.tsx'

const NOBODY = { email: null, emailVerified: false, cameByCard: false }

/** Signs out after a confirmation; without a connection on this device at once, and at the server when it is reached. */
export function SignOut({
  look = 'second',
  className = '',
}: Pick<ComponentProps<typeof Button>, 'look' | 'className'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { isDemo } = useSuspenseQuery(settingsQuery).data
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const leave = useAction(
    async () => {
      // The page says then itself that its person is signed out (shell/signed-out.tsx).
      if (!(await tellServer())) return me && signOutHere(me.id)
      forgetDrafts()
      await forgetOfflineCatalogue()
      // Reloads the page, so that no data of the user stay in memory.
      location.assign('/login')
      await untilNavigated()
    },
    { failure: m.account_sign_out_failed() },
  )
  const isLost = useConnectionLost() !== undefined
  // Who is not onboarded has no passkeys yet.
  const mayHavePasskeys = me?.isImpersonated === false && me.onboardedAt !== null
  const wayBack = useWayBack(me ?? NOBODY, isOpen && !isDemo && mayHavePasskeys)
  const online = isDemo ? m.account_sign_out_demo() : wayBack
  const text = isLost ? m.account_sign_out_offline() : online
  return (
    <>
      <noscript>
        <Form isChanged={false} method="post" action="/sign-out">
          <button type="submit" className={buttonClass(look, `mt-4 w-full ${className}`)}>
            {m.account_sign_out()}
          </button>
        </Form>
      </noscript>
      <Button look={look} className={`mt-4 w-full ${className}`} onClick={() => setIsOpen(true)}>
        {m.account_sign_out()}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.account_sign_out_title()}
        text={text}
        action={m.account_sign_out()}
        isBusy={leave.isBusy}
        onConfirm={() => void leave.run()}
      />
    </>
  )
}

/** Ends the session; false if the server does not answer. */
async function tellServer(): Promise<boolean> {
  if (connectionLostSince()) return false
  try {
    await inTime(signOut())
    return true
  } catch (thrown) {
    if (!isWithoutAnswer(fromThrown(thrown).status)) throw thrown
    noteLost()
    return false
  }
}
