import { useQuery } from '@tanstack/react-query'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { useRowForm } from '#kit/noun/shared/use-row-form.ts'
import { deleterOf } from '#kit/trash/shared/trash.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { toast, toastFailure } from '#base/ui/toast/toast.tsx'
import { toastMerged } from '#base/ui/form/merge-words.ts'
import { deletedBookQuery, restoreDeletedBooks } from '../trash/book-trash.data.ts'
import { createBook, updateBook } from './book-edit.data.ts'
import { yearMax } from '../book-fields.schema.ts'
import { bookFields } from '../book-fields.words.ts'
import { bookInputSchema, bookSchema, type Book, type BookInput } from '../book.schema.ts'
import { draftOf, type BookField } from '../shared/book-draft.ts'

export type BookFormState = ReturnType<typeof useBookForm>

/** Whether a save has changed a field: without a change there is nothing to take back. */
const isChanged = (before: Book, after: Book): boolean =>
  JSON.stringify(draftOf(before)) !== JSON.stringify(draftOf(after))

/** The message of `validation_invalid` at each field; other problems have general messages. */
const INVALID: Readonly<Record<string, () => string>> = {
  // An unknown genre has no id.
  genreId: m.book_genre_unknown,
  // A picture that was sent long ago may be gone.
  cover: m.cover_gone,
  isbn: m.book_isbn_invalid,
  year: () => m.book_year_invalid({ limit: yearMax() }),
  language: m.book_language_unknown,
  details: m.book_detail_unnamed,
}

const failure = (isKnown: boolean): string => (isKnown ? m.book_update_failed() : m.book_create_failed())

/** The state of a book's form, new or based on the opened version, merged with concurrent changes. */
export function useBookForm(book: Book | undefined) {
  const undo = useUndoLast('book')
  const row = useRowForm<Book, BookInput>(
    {
      kind: 'book',
      fields: bookFields,
      inputSchema: bookInputSchema,
      rowSchema: bookSchema,
      nameOf: ({ title }) => title,
      draftOf,
      create: (data) => createBook({ data }),
      update: (data) => updateBook({ data }),
      failure,
      problem: ({ key }, field) => (key === 'validation_invalid' ? lookUp(INVALID, field)?.() : undefined),
      tell: (after, description) => {
        if (after.id !== book?.id || !isChanged(book, after)) return toastMerged(description)
        return void toast({
          type: 'success',
          title: description === undefined ? m.book_updated() : m.merged_title(),
          ...(description !== undefined && { description }),
          duration: UNDO_TIME,
          action: undo(after.id),
        })
      },
      restore: async ({ id }): Promise<boolean | undefined> => {
        if (!isInTrash) return undefined
        const { restored, collided } = await restoreDeletedBooks({ data: { ids: [id] } })
        if (restored.length > 0) return true
        const [taken] = collided
        void toast(
          taken
            ? { type: 'warning', title: m.trash_collided({ title: taken.name }), description: m.trash_collided_text() }
            : { type: 'info', title: m.trash_gone() },
        )
        await refetch()
        return false
      },
      onRefused: (error) => {
        const isGone = book !== undefined && error.code === 'NOT_FOUND'
        if (!isGone && Object.keys(error.fields).length > 0)
          toastFailure(failure(book !== undefined && !row.isGone), error)
      },
    },
    book,
  )
  const { form, isGone } = row
  // A book in the trash is restored with what was typed; a book that was deleted for good becomes a new one.
  const { data: deleted, refetch } = useQuery({ ...deletedBookQuery(book?.id ?? ''), enabled: isGone })
  const isInTrash = isGone && Boolean(deleted)
  const deleter = deleterOf(deleted)
  return {
    ...row,
    /** Why nothing can be saved as it was: the book is gone. */
    gone: isGone ? (deleter === undefined ? m.book_gone() : m.book_gone_by({ person: deleter })) : undefined,
    isInTrash,
    change: <Field extends BookField>(field: Field, value: BookInput[Field]) => {
      row.change(field, value)
      // With another author, edition or volume the title may no longer be taken: its problem is cleared.
      if (field === 'author' || field === 'edition' || field === 'volume') form.clear('title')
    },
    /** Resets the form for another book. */
    clear: () => row.reset(undefined),
  }
}
