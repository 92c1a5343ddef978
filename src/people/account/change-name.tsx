import { useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { updateName } from '#base/auth/browser/calls.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { TextField } from '#base/ui/form/text-field.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useSavedDraft } from '#base/ui/form/use-saved-draft.ts'
import { useRefreshMe } from '#kit/me/refresh-me.data.ts'
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
  useSavedDraft('name', { read: () => typed, restore: (saved) => typeof saved === 'string' && setTyped(saved) })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={m.account_name_title()}
      closeLabel={m.common_close()}
      firstFocus={field}
      lastFocus={opener}
    >
      <NameForm
        name={typed ?? name}
        field={field}
        onName={setTyped}
        isChanged={() => typed !== undefined && typed !== name}
        onDiscard={drop}
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
  isChanged: () => boolean
  onDiscard: () => void
  onDone: () => void
}

function NameForm({ name, field, isChanged, onName, onDiscard, onDone }: NameFormProps) {
  const refresh = useRefreshMe()
  const form = useForm({
    schema: onboardingSchema,
    isChanged,
    onDiscard,
    isDraftSaved: true,
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
    <Form {...form.props} className="flex flex-col gap-3">
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
      <DialogCancel />
    </Form>
  )
}
