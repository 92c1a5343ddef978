import { useState, type FC } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useDialogGuard } from '#ui/dialog/use-dialog-guard.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { choiceInput, LineInput, NumberInput, type InputProps } from '#ui/form/inputs.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { useRefresh } from '#ui/use-refresh.ts'
import { createGroup, removeGroup, updateGroup } from './group.data.ts'
import { groupInputSchema, type BorrowerGroup, type GroupInput } from './group.schema.ts'

const KindInput = choiceInput<GroupInput['kind']>(['class', 'staff', 'member'], (kind) =>
  kind === 'staff' ? m.group_kind_staff() : kind === 'member' ? m.group_kind_member() : m.group_kind_class(),
)

/** A number that must be there. */
const CountInput = ({ onChange, ...rest }: InputProps<number>) => (
  <NumberInput {...rest} onChange={(value) => onChange(value ?? Number.NaN)} />
)

interface GroupDialogProps {
  /** Undefined for a new one. */
  group: BorrowerGroup | undefined
  /** All of them, for the class of the next year. */
  groups: readonly BorrowerGroup[]
  isOpen: boolean
  onClose: () => void
}

/** A class or group with its rules of lending, in a dialog, from which it is deleted too. */
export function GroupDialog({ group, groups, isOpen, onClose }: GroupDialogProps) {
  const refresh = useRefresh('borrower')
  const { name = '', kind = 'class', loanDays = 14, booksAtATime = 5, renewals = 2, nextGroupId = null } = group ?? {}
  const start: GroupInput = { name, kind, loanDays, booksAtATime, renewals, nextGroupId }
  const [draft, setDraft] = useState(start)
  const isDirty = () => JSON.stringify(draft) !== JSON.stringify(start)
  const { close, guard } = useDialogGuard({ isOpen, isDirty, onClose, onDrop: () => setDraft(start) })
  const done = async () => {
    await refresh()
    void toast({ type: 'success', title: m.copy_saved() })
    onClose()
  }
  const form = useForm({
    schema: groupInputSchema,
    values: () => draft,
    save: async (fields) => {
      await (group
        ? updateGroup({ data: { id: group.id, version: group.version, ...fields } })
        : createGroup({ data: fields }))
      await done()
    },
    hasReason: true,
    failure: m.copy_not_saved(),
  })
  const remove = useAction(
    async () => {
      if (!group) return
      await removeGroup({ data: { id: group.id, version: group.version } })
      await done()
    },
    { failure: m.copy_not_saved() },
  )
  const change = (next: Partial<GroupInput>) => setDraft((before) => ({ ...before, ...next }))
  const inputOf = <Field extends keyof GroupInput>(
    field: Field,
    label: string,
    Input: FC<InputProps<GroupInput[Field]>>,
  ) => (
    <Input
      name={field}
      label={label}
      value={draft[field]}
      error={form.problems[field]}
      readOnly={form.isBusy}
      autoFocus={field === 'name'}
      className=""
      onChange={(value) => change({ [field]: value })}
    />
  )
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={group ? m.group_edit({ name: group.name }) : m.group_new()}
      closeLabel={m.common_close()}
    >
      {guard}
      <form
        {...form.props}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <FormAlert>{form.reason}</FormAlert>
        {inputOf('name', m.group_name(), LineInput)}
        {inputOf('kind', m.group_kind(), KindInput)}
        {inputOf('loanDays', m.group_loan_days(), CountInput)}
        {inputOf('booksAtATime', m.group_books(), CountInput)}
        {inputOf('renewals', m.group_renewals(), CountInput)}
        <SelectField
          label={m.group_next()}
          value={draft.nextGroupId ?? ''}
          options={[
            { value: '', label: m.field_optional() },
            ...groups.filter(({ id }) => id !== group?.id).map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={(id) => change({ nextGroupId: id === '' ? null : id })}
        />
        <Button {...blockedInDemo} type="submit" isBusy={form.isBusy}>
          {m.noun_save()}
        </Button>
        {group && (
          <Button
            {...blockedInDemo}
            look="second"
            className="text-danger"
            isBusy={remove.isBusy}
            onClick={() => void remove.run()}
          >
            {m.group_delete()}
          </Button>
        )}
      </form>
    </Dialog>
  )
}
