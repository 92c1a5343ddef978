import { useId, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { SetOff } from '#ui/set-off.tsx'
import { FieldNote } from '#ui/text-field.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { askProof, prove } from '../code.data.ts'
import { CodeStep } from './code-step.tsx'

interface ProofStepProps {
  /** My address, where the code goes. */
  email: string
  /** What follows from the right code, where it must be said before. */
  note?: string
  /** Why a code is sent, where it is not to protect the account; the address stands in it. */
  reason?: (email: string) => string
  onProven: () => Promise<void>
}

/** Asks me to prove that it is me, by a code to my address; then goes on by itself. */
export function ProofStep({ email, note, reason, onProven }: ProofStepProps) {
  const id = useId()
  const [isSent, setIsSent] = useState(false)
  const { isBusy, error, run } = useAttempt()
  return (
    <>
      {!reason && <h3 className="font-semibold">{m.account_proof_title()}</h3>}
      {isSent ? (
        <CodeStep
          email={email}
          {...(note !== undefined && { note })}
          send={() => askProof()}
          check={async (code) => {
            await prove({ data: { code } })
            await onProven()
          }}
        />
      ) : (
        <>
          <p id={id} className="text-muted">
            <SetOff sentence={reason ?? ((part) => m.account_proof_text({ email: part }))} part={email} />
          </p>
          <Button
            autoFocus
            isBusy={isBusy}
            aria-describedby={id}
            className="h-12"
            onClick={() => void run(() => askProof()).then((isDone) => isDone && setIsSent(true))}
          >
            {m.account_proof_send()}
          </Button>
          <FieldNote id={`${id}-note`} error={error} />
        </>
      )}
    </>
  )
}

/** Whether a call was refused until I prove that it is me. */
export const isUnproven = (thrown: unknown): boolean => fromThrown(thrown).code === 'SESSION_EXPIRED'
