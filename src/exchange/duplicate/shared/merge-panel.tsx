import { useId, useState, type ReactNode } from 'react'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import type { Book } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { FieldValue } from '#catalogue/book/shared/field-value.tsx'
import { resultOf, suggestedMerge, valuesOfField, type MergeChoice } from './merge-choice.ts'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'

interface MergePanelProps {
  books: readonly Book[]
  /** The book that stays, where that is no choice: the other one is in the trash. */
  keep?: string
  timeZone: string
  isBusy: boolean
  onMerge: (choice: MergeChoice) => void
  onCancel: () => void
}

// A function of its own: another one at each rendering would take the focus again.
const takeFocus = (heading: HTMLElement | null): void => heading?.focus()

/** Chooses which book stays and whose value each field gets, beside the book that comes of it. */
export function MergePanel({ books, keep, timeZone, isBusy, onMerge, onCancel }: MergePanelProps) {
  const [choice, setChoice] = useState(() => suggestedMerge(books, keep))
  const differing = fieldsOf(bookFields)
    .map((field) => ({ field, values: valuesOfField(books, field) }))
    .filter(({ values }) => values.length > 1)
  const result = resultOf(books, choice)
  return (
    <Form
      isChanged={() => JSON.stringify(choice) !== JSON.stringify(suggestedMerge(books, keep))}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onMerge(choice)
      }}
      className="border-t border-line"
    >
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 px-4.5 py-4 md:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          <h2 ref={takeFocus} tabIndex={-1} className="rounded-sm text-base outline-none">
            {m.duplicates_choose()}
          </h2>
          {differing.map(({ field, values }) => (
            <Choices
              key={field}
              legend={bookFields[field].label()}
              books={values}
              isChosen={({ id }) => id === choice.from[field]}
              onChoose={({ id }) => setChoice({ ...choice, from: { ...choice.from, [field]: id } })}
            >
              {(book) => <FieldValue book={book} field={field} />}
            </Choices>
          ))}
          {differing.length === 0 && <p className="mt-3">{m.trash_merge_same()}</p>}
          {keep === undefined && (
            <Choices
              legend={m.duplicates_keep()}
              books={books}
              isChosen={({ id }) => id === choice.keep}
              onChoose={({ id }) => setChoice({ ...choice, keep: id })}
            >
              {(book) => (
                <>
                  <bdi>{book.title}</bdi>{' '}
                  <span className="text-muted">
                    {books.some(({ id, title }) => id !== book.id && title === book.title) && (
                      <>
                        <bdi>{book.author || m.book_unknown_author()}</bdi>
                        {' · '}
                      </>
                    )}
                    {m.duplicates_added({ date: formatDate(book.createdAt, timeZone) })}
                  </span>
                </>
              )}
            </Choices>
          )}
        </div>
        {result && (
          <Result book={result} hint={keep === undefined ? m.duplicates_result_hint() : m.trash_merge_hint()} />
        )}
      </div>
      <div className="flex flex-wrap gap-2.5 border-t border-line px-4.5 py-3">
        <Button {...blockedInDemo} type="submit" isBusy={isBusy} className="max-sm:flex-1">
          {keep === undefined
            ? m.duplicates_submit({
                books: m.activity_books({ count: books.length, shown: formatNumber(books.length) }),
              })
            : m.trash_merge_submit()}
        </Button>
        <Button look="ghost" onClick={onCancel}>
          {m.common_cancel()}
        </Button>
      </div>
    </Form>
  )
}

interface ChoicesProps {
  legend: string
  books: readonly Book[]
  isChosen: (book: Book) => boolean
  onChoose: (book: Book) => void
  children: (book: Book) => ReactNode
}

function Choices({ legend, books, isChosen, onChoose, children }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className="mt-3">
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="flex flex-col md:flex-row md:flex-wrap md:gap-x-7">
        {books.map((book) => (
          <label key={book.id} className="flex min-h-11 items-center gap-3">
            <CheckBox
              type="radio"
              name={name}
              checked={isChosen(book)}
              onChange={() => onChoose(book)}
              className="size-5 flex-none accent-accent"
            />
            <span className="min-w-0">{children(book)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The book as it would be. */
function Result({ book, hint }: { book: Book; hint: string }) {
  return (
    <section aria-live="polite" className="min-w-0 self-start rounded-md bg-surface px-4 py-3.5">
      <h3 className="text-xs font-semibold text-muted">{m.duplicates_result()}</h3>
      <div className="mt-2 flex gap-3.5">
        <BookCover book={book} className="w-14 flex-none self-start" />
        <dl className="grid min-w-0 grid-cols-1 gap-y-1.5 text-sm">
          {fieldsOf(bookFields)
            .filter((field) => field !== 'cover')
            .map((field) => (
              <div key={field}>
                <dt className="text-xs text-muted">{bookFields[field].label()}</dt>
                <dd className={field === 'title' ? 'text-base font-semibold' : ''}>
                  <FieldValue book={book} field={field} />
                </dd>
              </div>
            ))}
        </dl>
      </div>
      <p className="mt-3 text-sm text-pretty text-muted">{hint}</p>
    </section>
  )
}
