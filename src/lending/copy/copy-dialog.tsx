import { useState, type FC } from 'react'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import type { Owes } from '#lending/loan/shared/lost-loan.schema.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { blankOf, fieldsOf, mayBeEmpty, partOf } from '#base/lib/fields-of.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FormAlert } from '#base/ui/form/form-alert.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { choiceInput, CountInput, DateInput, LineInput, ScannedInput, type InputProps } from '#base/ui/form/inputs.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { createCopies, removeCopy, updateCopy } from './copy.data.ts'
import { copiesFormSchema, copyInputSchema, type CopiesForm, type Copy, type CopyInput } from './copy.schema.ts'
import { COPY_CONDITIONS, conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { copyFields } from './copy.words.ts'
import { numberProblem } from '#lending/number/shared/number-problem.ts'
import { numberSeries } from './number-series.ts'

/** The numbers that several new copies get, from the first to the last; undefined without a number or for one copy. */
function seriesText({ number, count }: CopiesForm): string | undefined {
  if (number.trim() === '' || !(count > 1 && count <= 100)) return undefined
  const numbers = numberSeries(number.trim(), count)
  return numbers && m.copy_series({ first: isolated(numbers[0] ?? ''), last: isolated(numbers.at(-1) ?? '') })
}

const ConditionInput = choiceInput(COPY_CONDITIONS, conditionWord)

interface CopyDialogProps {
  bookId: string
  /** Undefined for new copies. */
  copy: Copy | undefined
  /** Who has the copy, if it is on loan. */
  holder?: string
  /** Who owes the copy, if it is lost. */
  ower?: string
  isOpen: boolean
  onClose: () => void
}

/** A copy, or several new ones, in a dialog, from which one is deleted too. */
export function CopyDialog({ bookId, copy, holder = '', ower = '', isOpen, onClose }: CopyDialogProps) {
  const refreshCopies = useRefresh('copy')
  const refreshLending = useRefreshLending()
  const refresh = () => Promise.all([refreshCopies(), refreshLending()])
  const condition = copy?.condition ?? 'ok'
  const start: CopiesForm = {
    ...blankOf<CopyInput>(copyInputSchema.shape),
    ...(copy && partOf(copy, fieldsOf(copyInputSchema.shape))),
    count: 1,
  }
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
      isOptional={mayBeEmpty(copiesFormSchema.shape[name])}
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
          {!copy && <p className="mt-1 text-sm text-muted">{seriesText(draft) ?? m.copy_number_hint()}</p>}
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
        {draft.condition === 'withdrawn' && inputOf('withdrawnReason', copyFields.withdrawnReason.label(), LineInput)}
        {inputOf('note', copyFields.note.label(), LineInput)}
        <div className="grid grid-cols-2 gap-4">
          {inputOf('acquiredOn', copyFields.acquiredOn.label(), DateInput)}
          {inputOf('price', copyFields.price.label(), LineInput)}
        </div>
        {inputOf('labelPrintedOn', copyFields.labelPrintedOn.label(), DateInput)}
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
