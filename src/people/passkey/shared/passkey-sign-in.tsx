import { useEffect, useEffectEvent, useState } from 'react'
import { signInWithPasskey, waitForPasskey } from '#base/auth/browser/passkey-calls.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useCanUsePasskeys } from '../use-can-use-passkeys.ts'

interface PasskeySignInProps {
  /** The page has a field with `webauthn` in its autocomplete, where the browser suggests passkeys. */
  hasField?: boolean
  onSignedIn: () => Promise<unknown>
}

/** A button to sign in by a passkey, where the browser can; with a field, its suggestions sign in too. */
export function PasskeySignIn({ hasField = false, onSignedIn }: PasskeySignInProps) {
  const canUse = useCanUsePasskeys(true)
  const problem = useProblem()
  const [round, setRound] = useState(0)
  // The dialog of the button, or the attempt to open it, has ended the suggestions of passkeys in the field.
  const suggestAgain = () => setRound(round + 1)
  const { run, isBusy } = useAction(
    async () => {
      if (await signInWithPasskey()) await onSignedIn()
      else suggestAgain()
    },
    {
      problem,
      onRefused: () => {
        suggestAgain()
        return false
      },
    },
  )
  if (!canUse) return null
  return (
    <div className="noscript:hidden">
      {hasField && <Suggestions key={round} onSignedIn={onSignedIn} onRefused={problem.fail} />}
      <Button look="second" isBusy={isBusy} className="mt-3 min-h-12 w-full" onClick={() => void run()}>
        {m.login_passkey()}
      </Button>
      <FieldNote id="passkey-note" error={problem.text} />
    </div>
  )
}

interface SuggestionsProps {
  onSignedIn: () => Promise<unknown>
  onRefused: (thrown: unknown) => Promise<void>
}

/** Waits, while it is mounted, for a passkey that is chosen among the browser's suggestions. */
function Suggestions({ onSignedIn, onRefused }: SuggestionsProps) {
  const enter = useEffectEvent(onSignedIn)
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    const stop = new AbortController()
    const wait = async (): Promise<void> => {
      try {
        if (await waitForPasskey(stop.signal)) await enter()
      } catch (thrown) {
        // The passkey was refused, or chosen when the challenge was too old: suggests passkeys again.
        await refuse(thrown)
        if (!stop.signal.aborted) await wait()
      }
    }
    void wait()
    return () => stop.abort()
  }, [])
  return null
}
