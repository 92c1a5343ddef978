import { useState, type FC } from 'react'
import { UNDO_TIME, useUndoLast } from '#features/activity/undo/undo.data.ts'
import type { Owes } from '#features/loan/shared/lost-loan.schema.ts'
import { useRefreshLending } from '#features/loan/shared/use-refresh-lending.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Form } from '#ui/form/form.tsx'
import { choiceInput, CountInput, DateInput, LineInput, ScannedInput, type InputProps } from '#ui/form/inputs.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { useRefresh } from '#ui/use-refresh.ts'
import { createCopies, removeCopy, updateCopy } from './copy.data.ts'
import { copiesFormSchema, type CopiesForm, type Copy } from './copy.schema.ts'
import { conditionWord, copyFields } from './copy.words.ts'
import { numberProblem } from './shared/number-problem.ts'

const ConditionInput = choiceInput(['ok', 'damaged', 'lost', 'withdrawn', 'reference'], conditionWord)

interface CopyDialogProps {
  bookId: string
  /** Undefined for new ones. */
  copy: Copy | undefined
  /** Who has it, if it is on loan. */
  holder?: string
  /** Who owes it, if it is lost. */
  ower?: string
  isOpen: boolean
  onClose: () => void
}

/** A copy, or several new ones, in a dialog, from which one is deleted too. */
export function CopyDialog({ bookId, copy, holder = '', ower = '', isOpen, onClose }: CopyDialogProps) {
  const refreshCopies = useRefresh('copy')
  const refreshLending = useRefreshLending()
  const refresh = () => Promise.all([refreshCopies(), refreshLending()])
  const { number = '', location = '', condition = 'ok', note = '', acquiredOn = null } = copy ?? {}
  const start: CopiesForm = { number, location, condition, note, acquiredOn, count: 1 }
  const [draft, setDraft] = useState(start)
  const [owes, setOwes] = useState<Owes>('borrower')
  const isLoss = holder !== '' && condition !== 'lost' && draft.condition === 'lost'
  const undo = useUndoLast('copy')
  const done = async (say: Parameters<typeof toast>[0] = { type: 'success', title: m.copy_saved() }) => {
    await refresh()
    void toast(say)
    onClose()
  }
  const form = useForm({
    schema: copiesFormSchema,
    isChanged: () => JSON.stringify(draft) !== JSON.stringify(start),
    onDiscard: () => setDraft(start),
    values: () => draft,
    save: async ({ count, ...fields }) => {
      await (copy
        ? updateCopy({ data: { id: copy.id, version: copy.version, ...fields, ...(isLoss && { owes }) } })
        : createCopies({ data: { bookId, count, ...fields } }))
      const isUndone = copy && fields.condition !== condition
      const title = isLoss ? m.borrower_lost_done() : m.copy_saved()
      await done({ type: 'success', title, ...(isUndone && { duration: UNDO_TIME, action: undo(copy.id) }) })
    },
    hasReason: true,
    wordOf: (_, problem) => numberProblem(problem),
    failure: m.copy_not_saved(),
  })
  const remove = useAction(
    async () => {
      if (!copy) return
      await removeCopy({ data: { id: copy.id, version: copy.version } })
      const title = m.noun_deleted({ name: copy.number })
      await done({ type: 'success', title, duration: UNDO_TIME, action: undo(copy.id) })
    },
    { failure: m.noun_delete_failed() },
  )
  const inputOf = <Field extends keyof CopiesForm>(
    name: Field,
    label: string,
    Input: FC<InputProps<CopiesForm[Field]>>,
  ) => (
    <Input
      name={name}
      label={label}
      value={draft[name]}
      error={form.problems[name]}
      readOnly={form.isBusy}
      autoFocus={name === 'number'}
      className=""
      onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
    />
  )
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={copy ? m.copy_edit_of({ number: copy.number }) : m.copy_new()}
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
        <div>
          {inputOf('number', copyFields.number.label(), ScannedInput)}
          {!copy && <p className="mt-1 text-sm text-muted">{m.copy_number_hint()}</p>}
        </div>
        {!copy && inputOf('count', m.copy_how_many(), CountInput)}
        {inputOf('location', copyFields.location.label(), LineInput)}
        <div className="grid gap-2">
          {inputOf('condition', copyFields.condition.label(), ConditionInput)}
          {isLoss && (
            <SelectField
              label={m.copy_owes()}
              value={owes}
              options={[
                { value: 'borrower', label: m.copy_owed_by({ person: holder }) },
                { value: 'nobody', label: m.copy_owes_nobody() },
              ]}
              onChange={setOwes}
            />
          )}
          {ower !== '' && draft.condition !== condition && draft.condition !== 'lost' && (
            <p role="status" className="text-sm text-muted">
              {draft.condition === 'withdrawn'
                ? m.copy_still_owed({ person: ower })
                : m.copy_back_settles({ person: ower })}
            </p>
          )}
        </div>
        {inputOf('note', copyFields.note.label(), LineInput)}
        {inputOf('acquiredOn', copyFields.acquiredOn.label(), DateInput)}
        <Button {...blockedInDemo} type="submit" isBusy={form.isBusy}>
          {m.noun_save()}
        </Button>
        {copy && (
          <Button
            {...blockedInDemo}
            look="second"
            className="text-danger"
            isBusy={remove.isBusy}
            onClick={() => void remove.run()}
          >
            {m.copy_delete()}
          </Button>
        )}
      </Form>
    </Dialog>
  )
}
