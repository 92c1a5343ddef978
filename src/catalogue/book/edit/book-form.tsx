import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#base/i18n/paraglide/messages.js'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { Form } from '#base/ui/form/form.tsx'
import type { FormState } from '#base/ui/form/use-form.ts'
import { Icon } from '#base/ui/icon.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import type { BookInput } from '../book.schema.ts'
import { BLANK, type BookField } from '../shared/book-draft.ts'
import { BookFieldInput, fields, isMore, type FormField } from '../shared/book-field-input.tsx'
import { DuplicateWarning } from '../manager/duplicate-warning.tsx'

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
  const { draft, form, change } = state
  const [isOtherAsked, setIsOtherAsked] = useState(false)
  const inputs = (shown: readonly FormField[]) =>
    shown.map((field) => (
      <BookFieldInput
        key={field}
        field={field}
        draft={draft}
        last={last}
        error={form.problems[field]}
        readOnly={form.isBusy}
        autoFocus={field === 'title' && bookId === undefined && hasFocus}
        onChange={change}
      />
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
        mustOpen={isOtherAsked || more.some((field) => form.problems[field] !== undefined)}
      >
        {inputs(more)}
      </MoreDetails>
      {/* Last in tab order; shown below title and author. */}
      {draft.title.trim() !== '' && (
        <DuplicateWarning
          draft={draft}
          id={bookId}
          onOther={(field) => {
            // A field of closed details cannot be focused.
            flushSync(() => setIsOtherAsked(true))
            form.focus(field)
          }}
        />
      )}
    </Form>
  )
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
    // The optional fields were filled in from elsewhere, as by a look-up.
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
