import { useState } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { isLocale, LANGUAGE_NAMES, locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { mayBeEmpty } from '#base/lib/fields-of.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FormAlert } from '#base/ui/form/form-alert.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { choiceInput, CountInput, LineInput, type InputProps } from '#base/ui/form/inputs.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { createGroup, removeGroup, updateGroup } from './group.data.ts'
import { groupInputSchema, type BorrowerGroup, type GroupInput } from './group.schema.ts'

const KIND_WORDS: Record<GroupInput['kind'], () => string> = {
  class: m.group_kind_class,
  staff: m.group_kind_staff,
  member: m.group_kind_member,
  left: m.group_kind_left,
}
const KindInput = choiceInput<GroupInput['kind']>(
  ['class', 'staff', 'member', 'left'],
  (kind) => lookUp(KIND_WORDS, kind)?.() ?? kind,
)

const RemindersInput = choiceInput<GroupInput['reminders']>(['slip', 'letter'], (form) =>
  form === 'letter' ? m.group_reminders_letter() : m.group_reminders_slip(),
)

const LanguageInput = choiceInput<GroupInput['language']>([null, ...locales], (language) =>
  isLocale(language) ? LANGUAGE_NAMES[language] : language,
)

interface GroupDialogProps {
  /** Undefined for a new group. */
  group: BorrowerGroup | undefined
  isOpen: boolean
  onClose: () => void
}

/** A class or group with its rules of lending, in a dialog, from which it is deleted too. */
export function GroupDialog({ group, isOpen, onClose }: GroupDialogProps) {
  const refresh = useRefresh('borrower')
  const { name = '', kind = 'class', loanDays = 14, booksAtATime = 5, renewals = 2 } = group ?? {}
  const { reminders = 'slip', language = null, nextGroupId = null } = group ?? {}
  // The next class is chosen on the page of the year end.
  const start: GroupInput = { name, kind, loanDays, booksAtATime, renewals, reminders, language, nextGroupId }
  const [draft, setDraft] = useState(start)
  const [isAsking, setIsAsking] = useState(false)
  const done = async (title = m.copy_saved()) => {
    await refresh()
    void toast({ type: 'success', title })
    onClose()
  }
  const form = useForm({
    schema: groupInputSchema,
    isChanged: () => JSON.stringify(draft) !== JSON.stringify(start),
    onDiscard: () => setDraft(start),
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
      setIsAsking(false)
      await removeGroup({ data: { id: group.id, version: group.version } })
      await done(m.noun_deleted({ name: isolated(group.name) }))
    },
    { failure: m.noun_delete_failed() },
  )
  const propsOf = <Field extends keyof GroupInput>(field: Field, label: string): InputProps<GroupInput[Field]> => ({
    name: field,
    label,
    value: draft[field],
    isOptional: mayBeEmpty(groupInputSchema.shape[field]),
    error: form.problems[field],
    readOnly: form.isBusy,
    autoFocus: field === 'name',
    className: '',
    onChange: (value) => setDraft((before) => ({ ...before, [field]: value })),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={group ? m.group_edit({ name: group.name }) : m.group_new()}
      closeLabel={m.common_close()}
    >
      <Form
        {...form.props}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit()
        }}
      >
        <FormAlert>{form.reason}</FormAlert>
        <LineInput {...propsOf('name', m.group_name())} />
        <KindInput {...propsOf('kind', m.group_kind())} />
        <CountInput {...propsOf('loanDays', m.group_loan_days())} />
        <CountInput {...propsOf('booksAtATime', m.group_books())} />
        <CountInput {...propsOf('renewals', m.group_renewals())} />
        <RemindersInput {...propsOf('reminders', m.group_reminders())} />
        <LanguageInput {...propsOf('language', m.group_language())} />
        <Button {...blockedInDemo} type="submit" isBusy={form.isBusy}>
          {m.noun_save()}
        </Button>
        {group && (
          <Button
            {...blockedInDemo}
            look="second"
            className="text-danger"
            isBusy={remove.isBusy}
            onClick={() => setIsAsking(true)}
          >
            {m.group_delete()}
          </Button>
        )}
      </Form>
      {group && (
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setIsAsking(false)}
          title={m.noun_delete_title({ name: isolated(group.name) })}
          text={m.trash_delete_text()}
          action={m.group_delete()}
          isDanger
          isBusy={remove.isBusy}
          onConfirm={() => void remove.run()}
        />
      )}
    </Dialog>
  )
}
