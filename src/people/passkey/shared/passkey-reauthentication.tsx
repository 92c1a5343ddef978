import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signInWithPasskey } from '#base/auth/browser/passkey-calls.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { passkeysQuery } from '../passkey.data.ts'
import { useCanUsePasskeys } from '../use-can-use-passkeys.ts'

interface PasskeyReauthenticationProps {
  look?: 'primary' | 'second'
  /** Shown to a user who has no passkey, or whose browser cannot use one. */
  none?: ReactNode
  onReauthenticated: () => Promise<void>
}

/** A button to confirm by a passkey who uses the session, instead of by a code; for a user who has one. */
export function PasskeyReauthentication({
  look = 'second',
  none = null,
  onReauthenticated,
}: PasskeyReauthenticationProps) {
  const { data } = useQuery(passkeysQuery)
  const canUse = useCanUsePasskeys(true)
  const problem = useProblem()
  const { run, isBusy } = useAction(
    async () => {
      if (await signInWithPasskey()) await onReauthenticated()
    },
    { problem },
  )
  if (!canUse || !data?.items.length) return none
  return (
    <div className="flex flex-col">
      <Button look={look} isBusy={isBusy} className="min-h-12" onClick={() => void run()}>
        {m.passkey_use()}
      </Button>
      <FieldNote id="passkey-reauthentication-note" error={problem.text} />
    </div>
  )
}
