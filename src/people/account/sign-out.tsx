import { useSuspenseQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { signOut } from '#base/auth/browser/calls.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { inTime } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince, noteLost } from '#base/lib/connection/connection.ts'
import { forgetDrafts } from '#base/lib/form/saved-drafts.ts'
import { untilNavigated } from '#base/lib/form/leave.ts'
import { isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { forgetPerson } from '#kit/slice.ts'
import { useWayBack } from '#people/passkey/shared/use-way-back.ts'
import { signOutHere } from '#people/session/shared/signed-out-page.tsx'

const NOBODY = { email: null, emailVerified: false, cameByCard: false }

/** Signs out after a confirmation; without a connection on this device at once, and at the server when it is reached. */
export function SignOut({
  look = 'second',
  className = '',
}: Pick<ComponentProps<typeof Button>, 'look' | 'className'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { isDemo } = useSuspenseQuery(installationQuery).data
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const leave = useAction(
    async () => {
      // The page says then itself that its person is signed out (shell/signed-out.tsx).
      if (!(await tellServer())) return me && signOutHere(me.id)
      forgetDrafts()
      await forgetPerson()
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
