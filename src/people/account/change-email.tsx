import { useRef, useState, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { fromThrown } from '#base/errors/local-error.ts'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { useRefreshMe } from '#kit/me/refresh-me.data.ts'
import { sendEmailChangeCode, changeEmail } from './account.data.ts'
import type { Me } from '#kit/me/me.schema.ts'
import { CodeForm } from '#people/code/shared/code-form.tsx'
import { EmailStep } from './email-step.tsx'
import { neededConfirmation, ReauthenticationStep } from '#people/code/shared/reauthentication-step.tsx'

interface ChangeEmailProps {
  me: Me
  /** Initial value of the field. */
  newEmail: string
  isOpen: boolean
  onClose: () => void
}

/** Dialog to change the user's address: new address, reauthentication if needed, code mailed to the new address. */
export function ChangeEmail({ me, newEmail, isOpen, onClose }: ChangeEmailProps) {
  const field = useRef<HTMLInputElement>(null)
  // Kept while the dialog is closed, for users who leave it to look for the code.
  const [typed, setTyped] = useState(newEmail)
  const [wanted, setWanted] = useState(newEmail)
  if (newEmail !== wanted) {
    setWanted(newEmail)
    if (newEmail !== '') setTyped(newEmail)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={me.email === null ? m.account_add_email() : m.account_email_title()}
      closeLabel={m.common_close()}
      firstFocus={field}
    >
      <Steps me={me} field={field} newEmail={typed} onNewEmail={setTyped} onDone={onClose} />
    </Dialog>
  )
}

interface StepsProps {
  me: Me
  field: RefObject<HTMLInputElement | null>
  newEmail: string
  onNewEmail: (email: string) => void
  onDone: () => void
}

function Steps({ me, field, newEmail, onNewEmail, onDone }: StepsProps) {
  const [step, setStep] = useState<'email' | 'reauthentication' | 'confirmation by code' | 'code'>('email')
  const refresh = useRefreshMe()
  const problem = useProblem()

  const showConfirmation = (thrown: unknown): boolean => {
    const needed = neededConfirmation(thrown, me.email)
    if (needed) setStep(needed === 'code' ? 'confirmation by code' : 'reauthentication')
    return needed !== undefined
  }
  const ask = async (email: string) => {
    try {
      await sendEmailChangeCode({ data: { newEmail: email } })
      setStep('code')
    } catch (thrown) {
      if (!showConfirmation(thrown)) throw thrown
    }
  }
  const askAgain = useAction(() => ask(newEmail), { problem })
  const send = async () => {
    try {
      await sendEmailChangeCode({ data: { newEmail } })
    } catch (thrown) {
      if (!showConfirmation(thrown)) throw thrown
      return false
    }
  }
  const change = async (code: string) => {
    try {
      await changeEmail({ data: { newEmail, code } })
    } catch (thrown) {
      if (showConfirmation(thrown)) return
      if (fromThrown(thrown).code !== 'EMAIL_TAKEN') throw thrown
      setStep('email')
      await problem.fail(thrown)
      return
    }
    await refresh()
    void toast({ type: 'success', title: m.account_email_changed() })
    onNewEmail('')
    onDone()
  }

  if (step === 'reauthentication' || step === 'confirmation by code')
    return (
      <ReauthenticationStep
        key={step}
        email={me.email}
        isByCode={step === 'confirmation by code'}
        onReauthenticated={async () => {
          if (!(await askAgain.run())) setStep('email')
        }}
      />
    )
  if (step === 'code')
    return (
      <>
        <CodeForm email={newEmail} send={send} check={change} />
        <button
          type="button"
          className="min-h-11 self-start rounded-sm font-semibold text-accent"
          onClick={() => setStep('email')}
        >
          {m.verify_other_address()}
        </button>
      </>
    )
  return (
    <EmailStep
      me={me}
      field={field}
      newEmail={newEmail}
      problem={problem}
      onDiscard={() => onNewEmail('')}
      onEmail={(email) => {
        onNewEmail(email)
        return ask(email)
      }}
    />
  )
}
