import { m } from '#base/i18n/paraglide/messages.js'
import { fromThrown } from '#base/errors/local-error.ts'
import { PasskeyReauthentication } from '#people/passkey/shared/passkey-reauthentication.tsx'
import { sendReauthenticationCode, reauthenticate } from '../code.data.ts'
import { MailedCode, type CodeReason } from './mailed-code.tsx'

interface ReauthenticationStepProps {
  /** The user's address, to which the code is mailed; null for a user without one, who has a passkey or nothing. */
  email: string | null
  /** A passkey is not enough: the session came by a sign-in card, and the passkey with it. */
  isByCode?: boolean
  /** A consequence of entering the code that must be stated before. */
  note?: string
  /** Why a code is needed, if not to protect the account. */
  reason?: CodeReason
  onReauthenticated: () => Promise<void>
}

/** Asks for a passkey, or a code mailed to the user's address, then calls `onReauthenticated`. */
export function ReauthenticationStep({ email, isByCode, note, reason, onReauthenticated }: ReauthenticationStepProps) {
  const none = email === null && <p className="text-pretty text-muted">{m.reauthenticate_no_way()}</p>
  return (
    <>
      {!reason && <h3 className="font-semibold">{m.account_reauthenticate_title()}</h3>}
      {!isByCode && <PasskeyReauthentication none={none} onReauthenticated={onReauthenticated} />}
      {email !== null && (
        <MailedCode
          email={email}
          reason={reason ?? { mailed: m.account_reauthenticate_text, kept: m.account_reauthenticate_kept }}
          note={note}
          send={() => sendReauthenticationCode()}
          check={async (code) => {
            await reauthenticate({ data: { code } })
            await onReauthenticated()
          }}
        />
      )}
    </>
  )
}

/** What a refused call needs first: any confirmation, or by a code alone; undefined for another refusal. */
export function neededConfirmation(thrown: unknown, email: string | null): 'any' | 'code' | undefined {
  if (needsReauthentication(thrown)) return 'any'
  // Without an address one can but wait, as the sentence of the error says.
  return fromThrown(thrown).code === 'SIGNED_IN_BY_CARD' && email !== null ? 'code' : undefined
}

/** Whether a call was refused because the session must be reauthenticated first. */
export const needsReauthentication = (thrown: unknown): boolean => fromThrown(thrown).code === 'SESSION_EXPIRED'
