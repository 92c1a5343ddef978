import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UNDO_TIME, useUndoLast } from '#features/activity/undo/undo.data.ts'
import { currentUserQuery } from '#features/account/account.data.ts'
import { deleterOf } from '#features/trash/shared/trash.ts'
import { m } from '#i18n/paraglide/messages.js'
import { lookUp } from '#lib/list/look-up.ts'
import { useForm } from '#ui/form/use-form.ts'
import { toast, toastFailure } from '#ui/toast/toast.tsx'
import { toastMerged } from '#ui/form/merge-words.ts'
import { useMergedDraft } from '#ui/form/use-merged-draft.ts'
import { deletedBookQuery, restoreDeletedBooks } from '../trash/book-trash.data.ts'
import { createBook, updateBook, useRefreshBooks } from './book-edit.data.ts'
import { yearMax } from '../book-fields.schema.ts'
import { bookInputSchema, bookSchema, type Book, type BookInput } from '../book.schema.ts'
import { BLANK, draftOf, type BookField } from '../shared/book-draft.ts'
import { labelOf } from './book-field-input.tsx'

export type BookFormState = ReturnType<typeof useBookForm>

const read = (value: unknown): Book | undefined => bookSchema.safeParse(value).data

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

/** The state of a book's form, new or based on the opened version, merged with concurrent changes. */
export function useBookForm(book: Book | undefined) {
  const refresh = useRefreshBooks()
  const undo = useUndoLast('book')
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const draftKey = `book ${book?.id ?? ''}`
  const merged = useMergedDraft({ row: book, blank: BLANK, draftOf, labelOf, read, draftKey, me: me?.id })
  const [isGone, setIsGone] = useState(false)
  // One in the trash is restored with what was typed; one that was deleted for good becomes a new book.
  const { data: deleted, refetch } = useQuery({ ...deletedBookQuery(book?.id ?? ''), enabled: isGone })
  const isInTrash = isGone && Boolean(deleted)
  const deleter = deleterOf(deleted)
  const isKnown = book !== undefined && !isGone
  const failure = isKnown ? m.book_update_failed() : m.book_create_failed()

  const update = async (input: BookInput): Promise<Book | undefined> => {
    const before = merged.latest().base
    const saved = await merged.save(
      input,
      (changes, { id, version }) => updateBook({ data: { ...changes, id, version } }),
      (after, description) => {
        if (!book || !isChanged(book, after)) return toastMerged(description)
        const title = description === undefined ? m.book_updated() : m.merged_title()
        void toast({
          type: 'success',
          title,
          ...(description !== undefined && { description }),
          duration: UNDO_TIME,
          action: undo(after.id),
        })
      },
    )
    const { base } = merged.latest()
    // Refetches the lists and genres, which others may have changed.
    if (saved || base !== before) void refresh(saved ?? base)
    return saved
  }
  const create = async (input: BookInput): Promise<Book> => {
    const saved = await createBook({ data: input })
    void refresh(saved)
    return saved
  }
  const restore = async (input: BookInput): Promise<Book | undefined> => {
    const id = book?.id ?? ''
    const { restored, collided } = await restoreDeletedBooks({ data: { ids: [id] } })
    if (restored.length > 0) {
      setIsGone(false)
      return update(input)
    }
    const [taken] = collided
    void toast(
      taken
        ? { type: 'warning', title: m.trash_collided({ title: taken.name }), description: m.trash_collided_text() }
        : { type: 'info', title: m.trash_gone() },
    )
    await refetch()
    return undefined
  }
  const form = useForm({
    schema: bookInputSchema,
    isChanged: () => merged.isDirty,
    isDraftSaved: true,
    values: () => merged.latest().state.draft,
    /** Resolves to the saved book; undefined if a side must be chosen first. */
    save: isInTrash ? restore : isKnown ? update : create,
    failure,
    hasReason: true,
    onRefused: (error) => {
      if (book && error.code === 'NOT_FOUND') {
        setIsGone(true)
        return true
      }
      if (Object.keys(error.fields).length > 0) toastFailure(failure, error)
      return false
    },
    wordOf: (field, { key }) => (key === 'validation_invalid' ? lookUp(INVALID, field)?.() : undefined),
  })
  return {
    ...merged,
    form,
    /** Why nothing can be saved as it was: the book is gone. */
    gone: isGone ? (deleter === undefined ? m.book_gone() : m.book_gone_by({ person: deleter })) : undefined,
    isInTrash,
    change: <Field extends BookField>(field: Field, value: BookInput[Field]) => {
      merged.change(field, value)
      // One of another author, edition or volume may have the title.
      if (field === 'author' || field === 'edition' || field === 'volume') form.clear('title')
      form.clear(field)
    },
    /** Resets the form for another book. */
    clear: () => merged.reset(undefined),
  }
}
