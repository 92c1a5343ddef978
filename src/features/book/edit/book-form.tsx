import type { FC } from 'react'
import { LineInput } from '#ui/form/inputs.tsx'
import type { Form } from '#ui/form/use-form.ts'
import { panelClass } from '#ui/panel.tsx'
import type { BookInput } from '../book.schema.ts'
import { bookFields } from '../book.words.ts'
import { isField, type BookField } from '../shared/book-draft.ts'
import { AuthorInput, GenreInput, PublisherInput, type BookInputProps } from './book-inputs.tsx'
import { DuplicateWarning } from '../manager/duplicate-warning.tsx'

interface FieldLook<Value> {
  Input: FC<BookInputProps<Value>>
  /** Full width and before the warning of a duplicate; else half the width and after it. */
  isWide?: boolean
}

type FormField = Exclude<BookField, 'cover'>
type FieldLooks = { [Field in FormField]: FieldLook<BookInput[Field]> }

/** The inputs of the form, in order; a new field of a book does not compile without one. The cover is beside the form. */
const FIELDS: FieldLooks = {
  title: { Input: LineInput, isWide: true },
  author: { Input: AuthorInput, isWide: true },
  genreId: { Input: GenreInput },
  publisher: { Input: PublisherInput },
}

const isFormField = (key: string): key is FormField => key in FIELDS

/** The label of a field, by its name. */
export const labelOf = (field: string): string => (isField(field) ? bookFields[field].label() : field)

interface BookFormProps {
  /** Referenced by buttons outside the form. */
  id: string
  state: {
    draft: BookInput
    form: Form<BookInput>
    change: <Field extends BookField>(field: Field, value: BookInput[Field]) => void
  }
  bookId: string | undefined
  /** The values of the book that was added before. */
  last: BookInput | undefined
  /** The title of a new book has the focus. */
  hasFocus: boolean
  onSave: () => void
}

/** The fields of a book, new or known. Enter saves. */
export function BookForm({ id, state, bookId, last, hasFocus, onSave }: BookFormProps) {
  const { draft, form } = state
  return (
    <form
      {...form.props}
      id={id}
      aria-busy={form.isBusy}
      className={`${panelClass} grid gap-x-4.5 gap-y-4 sm:grid-cols-2 sm:p-6`}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {Object.keys(FIELDS)
        .filter(isFormField)
        .map((field) => (
          <BookField key={field} field={field} state={state} isNew={bookId === undefined && hasFocus} last={last} />
        ))}
      {/* Last in tab order; shown below title and author. */}
      {draft.title.trim() !== '' && <DuplicateWarning title={draft.title} author={draft.author} id={bookId} />}
    </form>
  )
}

interface BookFieldProps<Field extends FormField> extends Pick<BookFormProps, 'state' | 'last'> {
  field: Field
  isNew: boolean
}

function BookField<Field extends FormField>({ field, state, isNew, last }: BookFieldProps<Field>) {
  const { draft, form, change } = state
  const { Input, isWide = false }: FieldLook<BookInput[Field]> = FIELDS[field]
  return (
    <Input
      name={field}
      label={bookFields[field].label()}
      value={draft[field]}
      last={last?.[field]}
      error={form.problems[field]}
      readOnly={form.isBusy}
      autoFocus={field === 'title' && isNew}
      className={isWide ? 'sm:col-span-2' : 'order-2'}
      onChange={(value) => change(field, value)}
    />
  )
}
