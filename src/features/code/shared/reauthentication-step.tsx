import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#errors/local-error.ts'
import { sendReauthenticationCode, reauthenticate } from '../code.data.ts'
import { MailedCode } from './mailed-code.tsx'

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
export function ReauthenticationStep({ email, note, reason, onProven }: ProofStepProps) {
  return (
    <>
      {!reason && <h3 className="font-semibold">{m.account_proof_title()}</h3>}
      <MailedCode
        email={email}
        reason={reason ?? ((part) => m.account_proof_text({ email: part }))}
        note={note}
        send={() => sendReauthenticationCode()}
        check={async (code) => {
          await reauthenticate({ data: { code } })
          await onProven()
        }}
      />
    </>
  )
}

/** Whether a call was refused until I prove that it is me. */
export const needsReauthentication = (thrown: unknown): boolean => fromThrown(thrown).code === 'SESSION_EXPIRED'
