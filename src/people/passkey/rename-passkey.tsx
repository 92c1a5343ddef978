import { useRef, useState, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { renamePasskey } from './passkey-edit.data.ts'
import { useRefreshPasskeys } from './passkey.data.ts'
import { passkeyName } from './passkey-name.ts'
import { passkeyNameSchema, type Passkey } from './passkey.schema.ts'

interface RenamePasskeyProps {
  /** The passkey to rename; the dialog is open while it is set. */
  passkey: Passkey | undefined
  onClose: () => void
}

/** Dialog to name a passkey. */
export function RenamePasskey({ passkey, onClose }: RenamePasskeyProps) {
  const field = useRef<HTMLInputElement>(null)
  // Keeps the form during the closing animation.
  const [last, setLast] = useState(passkey)
  if (passkey && passkey !== last) setLast(passkey)
  return (
    <Dialog
      isOpen={passkey !== undefined}
      onClose={onClose}
      title={m.passkey_rename_title()}
      closeLabel={m.common_close()}
      firstFocus={field}
    >
      {last && <NameForm key={last.id} passkey={last} field={field} onDone={onClose} />}
    </Dialog>
  )
}

interface NameFormProps {
  passkey: Passkey
  field: RefObject<HTMLInputElement | null>
  onDone: () => void
}

function NameForm({ passkey, field, onDone }: NameFormProps) {
  const refresh = useRefreshPasskeys()
  const form = useForm({
    schema: passkeyNameSchema,
    values: () => ({ name: field.current?.value }),
    save: async ({ name }) => {
      await renamePasskey({ data: { id: passkey.id, name } })
      await refresh()
      onDone()
    },
    failure: m.passkey_rename_failed(),
  })
  return (
    <Form {...form.props} className="flex flex-col gap-3">
      <TextField
        ref={field}
        label={m.onboarding_name_label()}
        name="name"
        autoComplete="off"
        dir="auto"
        defaultValue={passkeyName(passkey)}
        maxLength={200}
        error={form.problems.name}
        onChange={() => form.clear('name')}
      />
      <Button type="submit" isBusy={form.isBusy} className="min-h-12">
        {m.account_name_submit()}
      </Button>
      <DialogCancel />
    </Form>
  )
}
