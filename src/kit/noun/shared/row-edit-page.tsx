import type { FC } from 'react'
import { fieldsOf, mayBeEmpty, type FieldOf } from '#base/lib/fields-of.ts'
import type { InputProps } from '#base/ui/form/inputs.tsx'
import { RowFormPage, type FormPageNoun, type RowFormPageProps } from './row-form-page.tsx'
import type { Fields, RowForm, StoredRow } from './use-row-form.ts'

/** A noun whose form has one input a field. */
export interface EditedNoun<Row extends StoredRow, Input extends Fields> extends FormPageNoun<Row, Input> {
  /**
   * The inputs, in the order of the form; a new field does not compile without an entry. A field of null is not shown and stays
   * as it is: only the API writes it.
   */
  inputs: { [Field in FieldOf<Input>]: FC<InputProps<Input[Field]>> | null }
}

interface RowEditPageProps<Row extends StoredRow, Input extends Fields> extends Omit<
  RowFormPageProps<Row, Input>,
  'noun' | 'children'
> {
  noun: EditedNoun<Row, Input>
}

/** The form of a row, new or known, with one input a field. */
export const RowEditPage = <Row extends StoredRow, Input extends Fields>({
  noun,
  ...rest
}: RowEditPageProps<Row, Input>) => (
  <RowFormPage {...rest} noun={noun}>
    {(state) =>
      fieldsOf(noun.inputs).map((field, index) => (
        <RowField key={field} field={field} noun={noun} state={state} hasFocus={!rest.row && index === 0} />
      ))
    }
  </RowFormPage>
)

interface RowFieldProps<Row extends StoredRow, Input extends Fields, Field extends FieldOf<Input>> {
  field: Field
  noun: EditedNoun<Row, Input>
  state: RowForm<Row, Input>
  hasFocus: boolean
}

function RowField<Row extends StoredRow, Input extends Fields, Field extends FieldOf<Input>>({
  field,
  noun: { fields, inputs, inputSchema },
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
      isOptional={mayBeEmpty(inputSchema.shape[field])}
      error={form.problems[field]}
      readOnly={form.isBusy}
      autoFocus={hasFocus}
      className=""
      onChange={(value) => change(field, value)}
    />
  )
}
