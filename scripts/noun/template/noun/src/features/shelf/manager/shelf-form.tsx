import type { FC } from 'react'
import { LineInput, type InputProps } from '#ui/form/inputs.tsx'
import { fieldsOf } from '#lib/fields-of.ts'
import { panelClass } from '#ui/panel.tsx'
import type { ShelfInput } from '../shelf.schema.ts'
import { shelfFields } from '../shelf.words.ts'
import type { ShelfFormState } from './use-shelf-form.ts'

/** The inputs, in the order of the form; a new field does not compile without an entry. */
const INPUTS: { [Field in keyof ShelfInput]: FC<InputProps<ShelfInput[Field]>> } = {
  name: LineInput,
  note: LineInput,
}

interface ShelfFormProps {
  /** For the buttons outside of the form. */
  id: string
  state: ShelfFormState
  isNew: boolean
  onSave: () => void
}

/** The fields of a shelf, new or known. Enter saves. */
export function ShelfForm({ id, state, isNew, onSave }: ShelfFormProps) {
  return (
    <form
      {...state.form.props}
      id={id}
      aria-busy={state.form.isBusy}
      className={`${panelClass} grid gap-y-4`}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {fieldsOf(INPUTS).map((field) => (
        <ShelfField key={field} field={field} state={state} isNew={isNew} />
      ))}
    </form>
  )
}

interface ShelfFieldProps<Field extends keyof ShelfInput> extends Pick<ShelfFormProps, 'state' | 'isNew'> {
  field: Field
}

function ShelfField<Field extends keyof ShelfInput>({ field, state, isNew }: ShelfFieldProps<Field>) {
  const { draft, form, change } = state
  const Input: FC<InputProps<ShelfInput[Field]>> = INPUTS[field]
  return (
    <Input
      name={field}
      label={shelfFields[field].label()}
      value={draft[field]}
      error={form.problems[field]}
      readOnly={form.isBusy}
      autoFocus={field === 'name' && isNew}
      className=""
      onChange={(value) => change(field, value)}
    />
  )
}
