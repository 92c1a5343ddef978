import { useState, type FC, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#i18n/paraglide/messages.js'
import { isSameValue } from '#lib/form/is-same-value.ts'
import { Form } from '#ui/form/form.tsx'
import { LineInput, NumberInput, TextInput } from '#ui/form/inputs.tsx'
import type { FormState } from '#ui/form/use-form.ts'
import { Icon } from '#ui/icon.tsx'
import { panelClass } from '#ui/panel.tsx'
import type { BookInput } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { BLANK, isField, type BookField } from '../shared/book-draft.ts'
import { DetailsInput, IsbnInput, LanguageInput, SubjectsInput } from './book-detail-inputs.tsx'
import { AuthorInput, GenreInput, PublisherInput, type BookInputProps } from './book-inputs.tsx'
import { DuplicateWarning } from '../manager/duplicate-warning.tsx'

interface FieldLook<Value> {
  Input: FC<BookInputProps<Value>>
  /** Full width; else half of it. */
  isWide?: boolean
  /** Before the warning of a duplicate, which is about title and author. */
  isFirst?: boolean
  /** Under 'More details'. */
  isMore?: boolean
}

type FormField = Exclude<BookField, 'cover'>
type FieldLooks = { [Field in FormField]: FieldLook<BookInput[Field]> }

/** The inputs of the form, in order; a new field of a book does not compile without one. The cover is beside the form. */
const FIELDS: FieldLooks = {
  title: { Input: LineInput, isWide: true, isFirst: true },
  author: { Input: AuthorInput, isWide: true, isFirst: true },
  genreId: { Input: GenreInput },
  publisher: { Input: PublisherInput },
  isbn: { Input: IsbnInput, isWide: true, isMore: true },
  year: { Input: NumberInput, isMore: true },
  language: { Input: LanguageInput, isMore: true },
  pages: { Input: NumberInput, isMore: true },
  edition: { Input: LineInput, isMore: true },
  series: { Input: LineInput, isMore: true },
  volume: { Input: LineInput, isMore: true },
  shelfMark: { Input: LineInput, isMore: true },
  subjects: { Input: SubjectsInput, isWide: true, isMore: true },
  summary: { Input: TextInput, isWide: true, isMore: true },
  details: { Input: DetailsInput, isWide: true, isMore: true },
}

const isFormField = (key: string): key is FormField => key in FIELDS
const isMore = (field: FormField): boolean => FIELDS[field].isMore === true

/** The label of a field, by its name. */
export const labelOf = (field: string): string => (isField(field) ? bookFields[field].label() : field)

interface BookFormProps {
  /** Referenced by buttons outside the form. */
  id: string
  state: {
    draft: BookInput
    form: FormState<BookInput>
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
  const [isEditionAsked, setIsEditionAsked] = useState(false)
  const fields = Object.keys(FIELDS).filter(isFormField)
  const inputs = (shown: readonly FormField[]) =>
    shown.map((field) => (
      <BookFieldInput key={field} field={field} state={state} isNew={bookId === undefined && hasFocus} last={last} />
    ))
  const more = fields.filter(isMore)
  return (
    <Form
      {...form.props}
      id={id}
      aria-busy={form.isBusy}
      className={`${panelClass} grid gap-x-4.5 gap-y-4 sm:grid-cols-2 sm:p-6`}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {inputs(fields.filter((field) => !isMore(field)))}
      <MoreDetails
        isFilled={more.some((field) => !isSameValue(draft[field], BLANK[field]))}
        mustOpen={isEditionAsked || more.some((field) => form.problems[field] !== undefined)}
      >
        {inputs(more)}
      </MoreDetails>
      {/* Last in tab order; shown below title and author. */}
      {draft.title.trim() !== '' && (
        <DuplicateWarning
          title={draft.title}
          author={draft.author}
          id={bookId}
          onEdition={() => {
            // A field of closed details cannot be focused.
            flushSync(() => setIsEditionAsked(true))
            form.focus('edition')
          }}
        />
      )}
    </Form>
  )
}

interface BookFieldProps<Field extends FormField> extends Pick<BookFormProps, 'state' | 'last'> {
  field: Field
  isNew: boolean
}

interface MoreDetailsProps {
  isFilled: boolean
  mustOpen: boolean
  children: ReactNode
}

/** The optional fields, closed until one of them says something. */
function MoreDetails({ isFilled, mustOpen, children }: MoreDetailsProps) {
  const [isOpen, setIsOpen] = useState(isFilled)
  const [wasFilled, setWasFilled] = useState(isFilled)
  if (isFilled !== wasFilled) {
    setWasFilled(isFilled)
    // Filled in from elsewhere.
    if (isFilled) setIsOpen(true)
  }
  return (
    <details
      open={isOpen || mustOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group order-3 sm:col-span-2"
    >
      <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 font-medium text-accent hover:underline">
        {m.book_more_details()}
        <Icon name="down" className="size-4 text-muted group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-x-4.5 gap-y-4 sm:grid-cols-2">{children}</div>
    </details>
  )
}

function BookFieldInput<Field extends FormField>({ field, state, isNew, last }: BookFieldProps<Field>) {
  const { draft, form, change } = state
  const { Input, isWide = false, isFirst = false }: FieldLook<BookInput[Field]> = FIELDS[field]
  return (
    <Input
      name={field}
      label={bookFields[field].label()}
      value={draft[field]}
      last={last?.[field]}
      error={form.problems[field]}
      readOnly={form.isBusy}
      autoFocus={field === 'title' && isNew}
      className={`${isWide ? 'sm:col-span-2' : ''} ${isFirst ? '' : 'order-2'}`}
      onChange={(value) => change(field, value)}
    />
  )
}
