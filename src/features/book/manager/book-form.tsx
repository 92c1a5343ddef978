import type { FC } from 'react'
import { LineInput } from '#ui/form/inputs.tsx'
import type { Form } from '#ui/form/use-form.ts'
import { panelClass } from '#ui/panel.tsx'
import type { BookInput } from '../book.schema.ts'
import { bookFields } from '../book.words.ts'
import { isField, type BookField } from '../book-draft.ts'
import { AuthorInput, GenreInput, PublisherInput, type BookInputProps } from './book-inputs.tsx'
import { DuplicateWarning } from './duplicate-warning.tsx'

interface FieldLook<Value> {
  Input: FC<BookInputProps<Value>>
  /** As wide as the form, before the warning of a twin; else half of it, where there is room, and after the warning. */
  isWide?: boolean
}

type FieldLooks = { [Field in BookField]: FieldLook<BookInput[Field]> }

/** What stands in the form, in its order; a new field of a book does not compile without its line. */
const FIELDS: FieldLooks = {
  title: { Input: LineInput, isWide: true },
  author: { Input: AuthorInput, isWide: true },
  genreId: { Input: GenreInput },
  publisher: { Input: PublisherInput },
}

/** The label of a field, by its name. */
export const labelOf = (field: string): string => (isField(field) ? bookFields[field].label() : field)

interface BookFormProps {
  /** Buttons outside of the form name it. */
  id: string
  state: {
    draft: BookInput
    form: Form<BookInput>
    change: <Field extends BookField>(field: Field, value: BookInput[Field]) => void
  }
  bookId: string | undefined
  /** What was entered for the book before. */
  last: BookInput | undefined
  onSave: () => void
}

/** The fields of a book, new or known. Enter saves. */
export function BookForm({ id, state, bookId, last, onSave }: BookFormProps) {
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
        .filter(isField)
        .map((field) => (
          <BookField key={field} field={field} state={state} isNew={bookId === undefined} last={last} />
        ))}
      {/* Its link comes after the fields for who goes from field to field; to the eye it stands below title and author. */}
      {draft.title.trim() !== '' && <DuplicateWarning title={draft.title} author={draft.author} id={bookId} />}
    </form>
  )
}

interface BookFieldProps<Field extends BookField> extends Pick<BookFormProps, 'state' | 'last'> {
  field: Field
  isNew: boolean
}

function BookField<Field extends BookField>({ field, state, isNew, last }: BookFieldProps<Field>) {
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
