import { useRef, useState, type RefObject } from 'react'
import { deleteUser } from '#base/auth/browser/calls.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { toastAfterLoad } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import type { Me } from '#kit/me/me.schema.ts'
import { neededConfirmation, ReauthenticationStep } from '#people/code/shared/reauthentication-step.tsx'

/** Deletes the user's account after a confirmation and reauthentication. */
export function DeleteAccount({ me: { name, email } }: { me: Pick<Me, 'name' | 'email'> }) {
  const [isOpen, setIsOpen] = useState(false)
  const cancel = useRef<HTMLButtonElement>(null)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button {...blockedInDemo} look="second" className="w-full text-danger sm:w-auto" onClick={() => setIsOpen(true)}>
        {m.account_delete()}
      </Button>
      <Dialog
        isAlert
        isOpen={isOpen}
        onClose={close}
        title={m.account_delete_title()}
        description={
          email === null ? m.account_delete_text_no_address({ name: isolated(name) }) : m.account_delete_text({ email })
        }
        closeLabel={m.common_close()}
        firstFocus={cancel}
      >
        <Steps email={email} cancel={cancel} onCancel={close} />
      </Dialog>
    </>
  )
}

interface StepsProps {
  email: string | null
  /** The button that has the focus at first. */
  cancel: RefObject<HTMLButtonElement | null>
  onCancel: () => void
}

function Steps({ email, cancel, onCancel }: StepsProps) {
  const [needed, setNeeded] = useState<'any' | 'code'>()
  const problem = useProblem()
  const remove = useAction(
    async () => {
      try {
        await deleteUser()
      } catch (thrown) {
        const confirmation = neededConfirmation(thrown, email)
        if (!confirmation) throw thrown
        return setNeeded(confirmation)
      }
      toastAfterLoad(m.account_deleted())
      // Reloads the page, so that no data of the user stay in memory.
      location.assign('/login')
    },
    { problem },
  )

  if (needed)
    return (
      <>
        <ReauthenticationStep
          key={needed}
          email={email}
          isByCode={needed === 'code'}
          note={m.account_delete_reauthenticate()}
          onReauthenticated={async () => {
            if (!(await remove.run())) setNeeded(undefined)
          }}
        />
        <Button look="second" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
      </>
    )
  return (
    <>
      <FieldNote id="delete-account-note" error={problem.text} />
      <Button look="danger" isBusy={remove.isBusy} onClick={() => void remove.run()}>
        {m.account_delete()}
      </Button>
      <Button ref={cancel} look="second" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </>
  )
}
