import { useLocation, useNavigate } from '@tanstack/react-router'
import { useId, type FC } from 'react'
import { fieldText } from '#i18n/field-text.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fieldsOf, type FieldOf } from '#lib/fields-of.ts'
import { NOUNS } from '#nouns.ts'
import { Button } from '#ui/button.tsx'
import { ConflictPanel } from '#ui/form/conflict-panel.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Form } from '#ui/form/form.tsx'
import type { InputProps } from '#ui/form/inputs.tsx'
import { ListBackLink, useStepBack } from '#ui/list/list-back-link.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { panelClass } from '#ui/panel.tsx'
import type { RowValue } from './field-list.tsx'
import { useRowForm, type Fields, type FormNoun, type RowForm, type StoredRow } from './use-row-form.ts'

/** A noun whose rows a form adds and changes. */
export interface EditedNoun<Row extends Input & StoredRow, Input extends Fields> extends FormNoun<Row, Input> {
  /**
   * The inputs, in the order of the form; a new field does not compile without an entry. A field of null is not shown and stays
   * as it is: only the API writes it.
   */
  inputs: { [Field in FieldOf<Input>]: FC<InputProps<Input[Field]>> | null }
  /** The words of a value that only this page knows, such as the name of another row. */
  wordOf?: (field: FieldOf<Input>, value: RowValue) => string | undefined
  words: { list: () => string; new: () => string; gone: () => string }
}

interface RowEditPageProps<Row extends Input & StoredRow, Input extends Fields> {
  noun: EditedNoun<Row, Input>
  /** Undefined for a new one. */
  row: Row | undefined
  /** What is known of a new one. */
  start?: Partial<Input> | undefined
  /** Leads on from a new row; else its page is opened. */
  onAdded?: ((row: Row) => Promise<void>) | undefined
}

/** The form of a row, new or known: saves, merges with what others save, and leads to the row's page. */
export function RowEditPage<Row extends Input & StoredRow, Input extends Fields>({
  noun,
  row,
  start,
  onAdded,
}: RowEditPageProps<Row, Input>) {
  const { kind, nameOf, fields, inputs, words } = noun
  const { to } = NOUNS[kind].manager
  const formId = useId()
  const navigate = useNavigate()
  const stepBack = useStepBack()
  const isFromDetail = useLocation({ select: ({ state }) => state.isFromDetail === true })
  const state = useRowForm(noun, row, start)
  const { form, base } = state
  const leave = async (saved: Row) => {
    const { id } = saved
    // The page of the row stands in the history once; what was deleted meanwhile is saved as a new one.
    if (onAdded && !row) await onAdded(saved)
    else if (isFromDetail && id === row?.id) await stepBack({ ignoreBlocker: true })
    else await navigate({ to: `${to}/$id`, params: { id }, replace: true, ignoreBlocker: true })
  }
  return (
    <ManagerPage
      isForm
      title={row ? m.noun_edit_title({ name: nameOf(row) }) : words.new()}
      trail={<ListBackLink to={to} label={words.list()} />}
      actions={
        <Button type="submit" form={formId} isBusy={form.isBusy} className="max-sm:grow">
          {m.noun_save()}
        </Button>
      }
    >
      <div className="max-w-2xl">
        <FormAlert>{state.isGone ? words.gone() : form.reason}</FormAlert>
        <ConflictPanel
          key={base?.version}
          draft={state}
          wordOf={(field, value) => noun.wordOf?.(field, value) ?? fieldText(value, fields[field])}
          isBusy={form.isBusy}
          onSave={() => void form.submit(leave)}
        />
        <Form
          {...form.props}
          id={formId}
          aria-busy={form.isBusy}
          className={`${panelClass} grid gap-y-4`}
          onSubmit={(event) => {
            event.preventDefault()
            void form.submit(leave)
          }}
        >
          {fieldsOf(inputs).map((field, index) => (
            <RowField key={field} field={field} noun={noun} state={state} hasFocus={!row && index === 0} />
          ))}
        </Form>
      </div>
    </ManagerPage>
  )
}

interface RowFieldProps<Row extends Input & StoredRow, Input extends Fields, Field extends FieldOf<Input>> {
  field: Field
  noun: EditedNoun<Row, Input>
  state: RowForm<Row, Input>
  hasFocus: boolean
}

function RowField<Row extends Input & StoredRow, Input extends Fields, Field extends FieldOf<Input>>({
  field,
  noun: { fields, inputs },
  state: { draft, form, change },
  hasFocus,
}: RowFieldProps<Row, Input, Field>) {
  const Input: FC<InputProps<Input[Field]>> | null = inputs[field]
  if (!Input) return null
  return (
    <Input
      name={field}
      label={fields[field].label()}
      value={draft[field]}
      error={form.problems[field]}
      readOnly={form.isBusy}
      autoFocus={hasFocus}
      className=""
      onChange={(value) => change(field, value)}
    />
  )
}
