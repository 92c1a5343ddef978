import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import type { Restored } from '#kit/trash/shared/trash.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isSameValue } from '#base/lib/form/is-same-value.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { rowActionClass } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { draftOf } from '#catalogue/book/shared/book-draft.ts'
import { updateBook, useRefreshBooks } from '#catalogue/book/edit/book-edit.data.ts'
import { bookQuery } from '#catalogue/book/book.data.ts'
import type { Book } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { deletedBookQuery } from '#catalogue/book/trash/book-trash.data.ts'
import { MergePanel } from './shared/merge-panel.tsx'
import { resultOf } from './shared/merge-choice.ts'

interface BookTrashMergeProps {
  collided: Restored['collided'][number]
  onDone: () => void
}

interface Pair {
  deleted: Book
  present: Book
}

/** Gives the book that a deleted one collides with chosen values of it; the deleted one stays in the trash. */
export function BookTrashMerge({ collided: { id, by }, onDone }: BookTrashMergeProps) {
  const { timeZone } = useSuspenseQuery(installationQuery).data
  const [pair, setPair] = useState<Pair>()
  const opener = useRef<HTMLButtonElement>(null)
  const queryClient = useQueryClient()
  const refresh = useRefreshBooks()
  const undo = useUndoLast('book')
  const open = useAction(
    async () => {
      const [present, deleted] = await Promise.all([
        queryClient.query({ ...bookQuery(by), staleTime: 0 }),
        queryClient.query({ ...deletedBookQuery(id), staleTime: 0 }),
      ])
      if (!deleted) return void toast({ type: 'info', title: m.trash_gone() })
      const { title, author, publisher, genre } = deleted
      return setPair({ present, deleted: { ...present, id, title, author, publisher, genre } })
    },
    { failure: m.books_load_failed() },
  )
  const save = useAction(
    async ({ present, result }: { present: Book; result: Book }) => {
      const [before, after] = [draftOf(present), draftOf(result)]
      const changed = fieldsOf(bookFields).filter((field) => !isSameValue(before[field], after[field]))
      const changes = Object.fromEntries(changed.map((field) => [field, after[field]]))
      const saved = await updateBook({ data: { ...changes, id: by, version: present.version } })
      void toast({ type: 'success', title: m.trash_merged(), duration: UNDO_TIME, action: undo(by) })
      onDone()
      void refresh(saved)
    },
    { failure: m.duplicates_merge_failed() },
  )
  const close = () => {
    setPair(undefined)
    setTimeout(() => opener.current?.focus())
  }
  if (!pair)
    return (
      <button
        {...blockedInDemo}
        ref={opener}
        type="button"
        aria-disabled={open.isBusy || undefined}
        className={rowActionClass}
        onClick={() => void open.run()}
      >
        {m.duplicates_merge()}
      </button>
    )
  const books = [pair.present, pair.deleted]
  return (
    <div className="mt-2 basis-full">
      <MergePanel
        books={books}
        keep={by}
        timeZone={timeZone}
        isBusy={save.isBusy}
        onMerge={(choice) => {
          const result = resultOf(books, choice)
          if (result) void save.run({ present: pair.present, result })
        }}
        onCancel={close}
      />
    </div>
  )
}
