import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#errors/local-error.ts'
import { PasskeyReauthentication } from '#features/passkey/shared/passkey-reauthentication.tsx'
import { sendReauthenticationCode, reauthenticate } from '../code.data.ts'
import { MailedCode } from './mailed-code.tsx'

interface ReauthenticationStepProps {
  /** The user's address, to which the code is mailed. */
  email: string
  /** A consequence of entering the code that must be stated before. */
  note?: string
  /** Why a code is sent, if not to protect the account; the sentence contains the address. */
  reason?: (parts: { email: string }) => string
  onReauthenticated: () => Promise<void>
}

/** Asks for a code mailed to the user's address, then calls `onReauthenticated`. */
export function ReauthenticationStep({ email, note, reason, onReauthenticated }: ReauthenticationStepProps) {
  return (
    <>
      {!reason && <h3 className="font-semibold">{m.account_reauthenticate_title()}</h3>}
      <PasskeyReauthentication onReauthenticated={onReauthenticated} />
      <MailedCode
        email={email}
        reason={reason ?? m.account_reauthenticate_text}
        note={note}
        send={() => sendReauthenticationCode()}
        check={async (code) => {
          await reauthenticate({ data: { code } })
          await onReauthenticated()
        }}
      />
    </>
  )
}

/** Whether a call was refused because the session must be reauthenticated first. */
export const needsReauthentication = (thrown: unknown): boolean => fromThrown(thrown).code === 'SESSION_EXPIRED'
