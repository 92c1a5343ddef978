import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { updateName } from '#auth/calls.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast, toast } from '#ui/toast.ts'
import { useDialogGuard } from '#ui/use-dialog-guard.tsx'
import { useKeptDraft } from '#ui/use-kept-draft.ts'
import { useRefreshMe } from './account-refresh.data.ts'

interface ChangeNameProps {
  name: string
  isOpen: boolean
  onClose: () => void
  /** The link that opens it. */
  opener: RefObject<HTMLAnchorElement | null>
}

/** The drawer in which I change my name. */
export function ChangeName({ name, isOpen, onClose, opener }: ChangeNameProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const drop = () => setTyped(undefined)
  const isDirty = () => typed !== undefined && typed !== name
  const { close, guard } = useDialogGuard({ isOpen, isDirty, onClose, onDrop: drop })
  useKeptDraft('name', { read: () => typed, restore: (kept) => typeof kept === 'string' && setTyped(kept) })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={m.account_name_title()}
      closeLabel={m.common_close()}
      firstFocus={field}
      lastFocus={opener}
    >
      {guard}
      <NameForm
        name={typed ?? name}
        field={field}
        onName={setTyped}
        onCancel={close}
        onDone={() => {
          flushSync(drop)
          onClose()
        }}
      />
    </Dialog>
  )
}

interface NameFormProps {
  name: string
  field: RefObject<HTMLInputElement | null>
  onName: (name: string) => void
  onCancel: () => void
  onDone: () => void
}

function NameForm({ name, field, onName, onCancel, onDone }: NameFormProps) {
  const refresh = useRefreshMe()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const submit = async () => {
    const typed = nameSchema.safeParse(name)
    if (!typed.success) {
      const problem = problemsOf(typed.error.issues)['']
      setError(problem && problemText(problem))
      return field.current?.focus()
    }
    setIsBusy(true)
    try {
      await updateName(typed.data)
      await refresh()
      void toast({ type: 'success', title: m.account_name_updated() })
      onDone()
    } catch (thrown) {
      const { fields } = fromThrown(thrown)
      if (fields.name) setError(problemText(fields.name))
      else toastFailure(m.account_name_failed(), thrown)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit()
      }}
    >
      <TextField
        ref={field}
        label={m.onboarding_name_label()}
        name="name"
        autoComplete="name"
        dir="auto"
        value={name}
        maxLength={200}
        error={error}
        onChange={(event) => {
          onName(event.target.value)
          setError(undefined)
          prepareToast()
        }}
      />
      <Button type="submit" isBusy={isBusy} className="h-12">
        {m.account_name_submit()}
      </Button>
      <Button look="second" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </form>
  )
}
