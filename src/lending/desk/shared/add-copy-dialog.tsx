import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { booksQuery } from '#catalogue/book/book.data.ts'
import type { BookSummary } from '#catalogue/book/book.schema.ts'
import { createBook } from '#catalogue/book/edit/book-edit.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useDebounced } from '#base/ui/use-debounced.ts'
import { addCopyAtDesk } from '../desk.data.ts'
import { BookText } from './book-text.tsx'

/** Milliseconds of rest before books are searched. */
const REST = 250

type ChosenBook = Pick<BookSummary, 'id'> & { isNew?: boolean }

/**
 * A copy that was added.
 * @public for the floors above
 */
export interface AddedCopy {
  id: string
  number: string
  /** Its book, where that is new too. */
  newBook?: string
}

interface AddCopyDialogProps {
  /** The book of the new copy, where it is known. */
  book?: (Pick<BookSummary, 'id'> & { title: string; author: string }) | undefined
  /** The unknown ISBN of a new book. */
  isbn?: string | undefined
  /** The unknown number of the copy; without one it gets the next. */
  number?: string | undefined
  /** Where the copy stands. */
  location?: string
  isOpen: boolean
  onClose: () => void
  /** Once the dialog is closed. */
  onAdded: (added: AddedCopy) => void
}

/** Makes a copy of what was scanned without leaving the page: of a book that is here, or of a new one. */
export function AddCopyDialog({ book, isbn, number, location = '', isOpen, onClose, onAdded }: AddCopyDialogProps) {
  const queryClient = useQueryClient()
  // An unknown ISBN is mostly one of a book that is not here.
  const [isNew, setIsNew] = useState(isbn !== undefined)
  const [draft, setDraft] = useState({ title: '', author: '' })
  const add = useAction(
    async ({ id: bookId, isNew: isBookNew = false }: ChosenBook) => {
      const added = await addCopyAtDesk({ data: { bookId, number: number ?? '', location } })
      setDraft({ title: '', author: '' })
      onClose()
      onAdded({ ...added, ...(isBookNew && { newBook: bookId }) })
      await queryClient.invalidateQueries({ queryKey: ['book'] })
    },
    { failure: m.desk_add_failed() },
  )
  const addNew = useAction(
    async () => {
      const { id } = await createBook({ data: { ...draft, ...(isbn !== undefined && { isbn: [isbn] }) } })
      await add.run({ id, isNew: true })
    },
    { failure: m.desk_add_failed() },
  )
  const isBusy = add.isBusy || addNew.isBusy
  const title = book
    ? m.desk_add_copy_title({ title: book.title })
    : isbn === undefined
      ? m.desk_add_title({ code: number ?? '' })
      : m.desk_add_isbn_title({ code: isbn })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} closeLabel={m.common_close()}>
      {book ? (
        <Button {...blockedInDemo} isBusy={isBusy} onClick={() => void add.run(book)}>
          {m.desk_add_save()}
        </Button>
      ) : isNew ? (
        <Form
          isChanged={() => draft.title !== '' || draft.author !== ''}
          onDiscard={() => setDraft({ title: '', author: '' })}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void addNew.run()
          }}
        >
          <TextField
            label={m.book_title()}
            name="title"
            required
            autoFocus
            maxLength={500}
            dir="auto"
            autoComplete="off"
            value={draft.title}
            onChange={({ target }) => setDraft((before) => ({ ...before, title: target.value }))}
          />
          <TextField
            label={m.book_author()}
            name="author"
            maxLength={300}
            dir="auto"
            autoComplete="off"
            value={draft.author}
            onChange={({ target }) => setDraft((before) => ({ ...before, author: target.value }))}
          />
          <Button {...blockedInDemo} type="submit" isBusy={isBusy}>
            {m.desk_add_save()}
          </Button>
          <button
            type="button"
            className={`${rowActionClass} -ms-2 justify-self-start`}
            onClick={() => setIsNew(false)}
          >
            {m.desk_add_found()}
          </button>
        </Form>
      ) : (
        <div className="grid gap-4">
          <BookSearch isOpen={isOpen} isBusy={isBusy} onChoose={(one) => void add.run(one)} />
          <button type="button" className={`${rowActionClass} -ms-2 justify-self-start`} onClick={() => setIsNew(true)}>
            {m.desk_add_new()}
          </button>
        </div>
      )}
    </Dialog>
  )
}

interface BookSearchProps {
  isOpen: boolean
  isBusy: boolean
  onChoose: (book: BookSummary) => void
}

/** Finds a book by words while they are typed; Enter takes the first. */
function BookSearch({ isOpen, isBusy, onChoose }: BookSearchProps) {
  const [typed, setTyped] = useState('')
  const searchTerm = useDebounced(typed.trim(), REST)
  const query = useInfiniteQuery({ ...booksQuery({ searchTerm }), enabled: isOpen && searchTerm !== '' })
  const books = searchTerm === '' ? [] : (query.data?.pages[0]?.items.slice(0, 8) ?? [])
  const isSettled = searchTerm === typed.trim() && !query.isFetching
  return (
    <Form
      isChanged={false}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = books
        if (first && isSettled && !isBusy) onChoose(first)
      }}
    >
      <TextField
        label={m.desk_add_search()}
        name="book"
        autoFocus
        autoComplete="off"
        maxLength={200}
        dir="auto"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className="text-sm text-muted">
        {searchTerm !== '' && isSettled && books.length === 0 ? m.desk_add_none() : ''}
      </p>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1">
        {books.map((book) => (
          <li key={book.id} className="border-t border-line">
            <button
              type="button"
              disabled={isBusy}
              className="flex min-h-12 w-full items-center gap-3 py-1.5 text-start hover:bg-surface"
              onClick={() => onChoose(book)}
            >
              <BookCover book={book} className="w-7 flex-none" />
              <BookText book={book} />
            </button>
          </li>
        ))}
      </ul>
    </Form>
  )
}
