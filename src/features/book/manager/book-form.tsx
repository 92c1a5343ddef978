import { Fragment, type FC, type RefObject } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { panelClass } from '#ui/panel.tsx'
import type { BookInput } from '../book.schema.ts'
import { isField, type BookField, type BookProblems } from './book-draft.ts'
import { AuthorInput, GenreInput, LineInput, PublisherInput, type BookInputProps } from './book-inputs.tsx'
import { TwinWarning } from './twin-warning.tsx'

interface FieldLook {
  label: () => string
  Input: FC<BookInputProps>
  /** As wide as the form, before the warning of a twin; else half of it, where there is room, and after the warning. */
  isWide?: boolean
}

/** What stands in the form, in its order; a new field of a book does not compile without its line. */
export const FIELDS = {
  title: { label: m.book_title, Input: LineInput, isWide: true },
  author: { label: m.book_author, Input: AuthorInput, isWide: true },
  genreId: { label: m.book_genre, Input: GenreInput },
  publisher: { label: m.book_publisher, Input: PublisherInput },
} satisfies Record<keyof BookInput, FieldLook>

/** The label of a field, by its name. */
export const labelOf = (field: string): string => (isField(field) ? FIELDS[field].label() : field)

const LOOKS: Record<BookField, FieldLook> = FIELDS

interface BookFormProps {
  /** Buttons outside of the form name it. */
  id: string
  form: RefObject<HTMLFormElement | null>
  state: {
    draft: BookInput
    problems: BookProblems
    isBusy: boolean
    change: (field: BookField, value: string | null) => void
  }
  bookId: string | undefined
  /** What was entered for the book before. */
  last: BookInput | undefined
  onSave: () => void
}

/** The fields of a book, new or known. Enter saves. */
export function BookForm({ id, form, state, bookId, last, onSave }: BookFormProps) {
  const { draft, problems, isBusy, change } = state
  return (
    <form
      ref={form}
      id={id}
      noValidate
      aria-busy={isBusy}
      className={`${panelClass} grid gap-x-4.5 gap-y-4 sm:grid-cols-2 sm:p-6`}
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {Object.keys(FIELDS)
        .filter(isField)
        .map((field) => {
          const { Input, label, isWide = false } = LOOKS[field]
          return (
            <Fragment key={field}>
              <Input
                name={field}
                label={label()}
                value={draft[field]}
                last={last?.[field] ?? null}
                error={problems[field]}
                readOnly={isBusy}
                autoFocus={field === 'title' && bookId === undefined}
                className={`${isWide ? 'sm:col-span-2' : 'order-2'}`}
                onChange={(value) => change(field, value)}
              />
            </Fragment>
          )
        })}
      {/* Its link comes after the fields for who goes from field to field; to the eye it stands below title and author. */}
      {draft.title.trim() !== '' && <TwinWarning title={draft.title} author={draft.author} id={bookId} />}
    </form>
  )
}
