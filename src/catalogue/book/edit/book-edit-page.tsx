import { useSuspenseQuery } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import { useId, useState, type ReactNode } from 'react'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import { genresQuery } from '#catalogue/genre/genre.data.ts'
import { useOpenRow } from '#kit/noun/shared/row-form-page.tsx'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { Button } from '#base/ui/button.tsx'
import { ConflictPanel } from '#base/ui/form/conflict-panel.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { FieldPicture } from '#base/ui/field-picture.tsx'
import { FormAlert } from '#base/ui/form/form-alert.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { coverAddress } from '#base/lib/cover-address.ts'
import { CoverPanel } from '../cover/cover-panel.tsx'
import { useCoverPicture } from '../cover/use-cover-picture.ts'
import { bookQuery } from '../book.data.ts'
import { newBookPanels } from '../book.slots.ts'
import type { Book, BookInput } from '../book.schema.ts'
import { draftOf, type BookField } from '../shared/book-draft.ts'
import { bookFields } from '../book-fields.words.ts'
import { BookForm } from './book-form.tsx'
import { BookLink } from '../shared/book-link.tsx'
import { KeyHint } from './key-hint.tsx'
import { useBookForm, type BookFormState } from './use-book-form.ts'
import { useFormKeys } from './use-form-keys.ts'

/** Replaces the id for the cover of a book that has none yet. */
const PATTERN = 'kitabu'

/** The form of an existing book, with its draft and its conflicts. */
export function BookUpdatePage({ id }: { id: string }) {
  const { data: book } = useSuspenseQuery(bookQuery(id))
  return <BookEditPage key={id} book={book} hasPanel={false} />
}

/** Adds a book, and optionally further ones. `hasPanel`: a panel above the form takes the focus. */
export const BookNewPage = ({ hasPanel }: { hasPanel: boolean }) => (
  <BookEditPage book={undefined} hasPanel={hasPanel} />
)

interface BookEditPageProps {
  book: Book | undefined
  /** A panel above the form takes the focus. */
  hasPanel: boolean
}

function BookEditPage({ book, hasPanel }: BookEditPageProps) {
  const formId = useId()
  const [last, setLast] = useState<Book>()
  const state = useBookForm(book)
  const { form, draft } = state
  const { data: genres } = useSuspenseQuery(genresQuery)
  const picture = useCoverPicture((cover) => state.change('cover', cover))
  const leave = useLeave(book)
  const openRow = useOpenRow('book', book)
  const open = (saved: Book) => openRow(saved, { ignoreBlocker: true })

  const submit = async (then?: typeof open) => {
    await picture.settled()
    return form.submit(then)
  }
  const save = () => submit(open)
  const saveAnother = async () => {
    const done = await submit()
    if (!done?.result) return
    setLast(done.result)
    state.clear()
    if (!hasPanel) form.focus('title')
  }
  const isNew = book === undefined
  const fill = (values: Partial<BookInput>) => {
    for (const field of fieldsOf(values)) {
      const value = values[field]
      if (value !== undefined) state.change(field, value)
    }
  }
  useFormKeys({
    onSaveAnother: () => void (isNew ? saveAnother() : save()),
    onLeave: leave,
  })

  return (
    <ManagerPage
      isForm
      title={book ? m.book_edit_title({ title: book.title }) : m.book_new_title()}
      trail={<ListBackLink to="/manager/books" label={m.nav_books()} />}
      actions={
        <>
          <Button look="second" className="max-sm:hidden" onClick={leave}>
            {m.common_cancel()}
          </Button>
          {isNew && (
            <Button look="second" className="max-sm:grow" isBusy={form.isBusy} onClick={() => void saveAnother()}>
              {m.book_save_another()}
            </Button>
          )}
          <Button type="submit" form={formId} isBusy={form.isBusy} className="max-sm:grow">
            {state.isInTrash ? m.book_restore_save() : state.gone ? m.book_save_new() : m.book_save()}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-7 gap-y-5 md:grid-cols-[minmax(0,1fr)_12rem] lg:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="min-w-0">
          <FormAlert>{state.gone ?? form.reason}</FormAlert>
          <Conflict state={state} onSave={() => void save()} />
          {isNew && (
            // For the next book new panels, which take the focus.
            <newBookPanels.Parts
              key={last?.id}
              draft={state.draft}
              onFill={fill}
              onFilled={() => form.focus('title')}
            />
          )}
          <BookForm
            id={formId}
            state={state}
            bookId={book?.id}
            last={last && draftOf(last)}
            hasFocus={!hasPanel}
            onSave={() => void save()}
          />
          <p role="status" className="mt-4 text-sm empty:hidden">
            {last && <BookLink book={last} sentence={m.book_saved} />}
          </p>
          <KeyHint isNew={isNew} hasLast={last !== undefined} />
        </div>
        <CoverPanel
          book={{
            id: book?.id ?? PATTERN,
            title: draft.title.trim(),
            author: draft.author.trim(),
            genre: genres.find(({ id }) => id === draft.genreId) ?? null,
            cover: draft.cover,
          }}
          saved={state.base?.cover ?? null}
          picture={picture}
          error={form.problems.cover}
          form={formId}
          readOnly={form.isBusy}
          onChange={(cover) => state.change('cover', cover)}
        />
      </div>
    </ManagerPage>
  )
}

function Conflict({ state, onSave }: { state: BookFormState; onSave: () => void }) {
  const { data: genres } = useSuspenseQuery(genresQuery)
  const { base, form } = state
  // The book that another manager saved may have a genre that was not loaded yet.
  const known = base?.genre ? [...genres, base.genre] : genres
  return (
    <ConflictPanel
      key={base?.version}
      draft={state}
      wordOf={(field, value) => conflictWord(field, value, known)}
      isBusy={form.isBusy}
      onSave={onSave}
    />
  )
}

/** The value of a field, as a picture where it is one. */
function conflictWord(field: BookField, value: BookInput[BookField], genres: readonly Genre[]): ReactNode {
  if (field === 'genreId') {
    const genre = genres.find(({ id }) => id === value)
    return genre && genreWord(genre)
  }
  const word = fieldText(value, bookFields[field])
  return field === 'cover' && typeof value === 'string' ? <FieldPicture src={coverAddress(value)} word={word} /> : word
}

/** Leads back to where the form was opened. */
function useLeave(book: Book | undefined) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return () => {
    if (canGoBack) router.history.back()
    else if (book) void router.navigate({ to: '/manager/books/$id', params: { id: book.id } })
    else void router.navigate({ to: '/manager/books' })
  }
}
