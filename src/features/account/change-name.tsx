import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { updateName } from '#auth/browser/calls.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { TextField } from '#ui/form/text-field.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useDialogGuard } from '#ui/dialog/use-dialog-guard.tsx'
import { useSavedDraft } from '#ui/form/use-saved-draft.ts'
import { useRefreshMe } from './account-refresh.data.ts'
import { onboardingSchema } from './account.schema.ts'

interface ChangeNameProps {
  name: string
  isOpen: boolean
  onClose: () => void
  opener: RefObject<HTMLAnchorElement | null>
}

/** Drawer to change the user's name. */
export function ChangeName({ name, isOpen, onClose, opener }: ChangeNameProps) {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const drop = () => setTyped(undefined)
  const isDirty = () => typed !== undefined && typed !== name
  const { close, guard } = useDialogGuard({ isOpen, isDirty, onClose, onDrop: drop })
  useSavedDraft('name', { read: () => typed, restore: (saved) => typeof saved === 'string' && setTyped(saved) })
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
  const form = useForm({
    schema: onboardingSchema,
    values: () => ({ name }),
    save: async (input) => {
      await updateName(input.name)
      await refresh()
      void toast({ type: 'success', title: m.account_name_updated() })
      onDone()
    },
    failure: m.account_name_failed(),
  })
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label={m.onboarding_name_label()}
        name="name"
        autoComplete="name"
        dir="auto"
        value={name}
        maxLength={200}
        error={form.problems.name}
        onChange={(event) => {
          onName(event.target.value)
          form.clear('name')
        }}
      />
      <Button type="submit" isBusy={form.isBusy} className="min-h-12">
        {m.account_name_submit()}
      </Button>
      <Button look="second" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </form>
  )
}
