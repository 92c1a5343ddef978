import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { problemText } from '#base/i18n/problem-text.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { bulkRowsQuery, moveBulk, previewBulk } from './bulk.data.ts'
import type { Bulk, BulkBooks } from './bulk.schema.ts'
import { countedBooks } from '#catalogue/book/book.words.ts'
import { BulkRows } from './shared/bulk-rows.tsx'
import { BulkFields, useBulkOperation } from './bulk-fields.tsx'

/** What is not discarded now is discarded after a day. */
const discard = ({ id }: Bulk): void => void moveBulk({ data: { id, to: 'cancel' } }).catch(() => undefined)

interface BulkChangeProps {
  isOpen: boolean
  books: BulkBooks
  count: number
  onClose: () => void
  onStarted: (id: string) => void
  lastFocus: RefObject<HTMLElement | null>
}

/** What is to be changed in the selected books, then a preview, from which it is started. */
export function BulkChange({ isOpen, books, count, onClose, onStarted, lastFocus }: BulkChangeProps) {
  const queryClient = useQueryClient()
  const state = useBulkOperation()
  const [bulk, setBulk] = useState<Bulk>()
  const [error, setError] = useState<string>()
  // Keeps the number during the closing animation.
  const [shown, setShown] = useState(count)
  if (isOpen && shown !== count) setShown(count)

  /** How often the dialog was closed: a preview of before then is of other books, and is not shown. */
  const closings = useRef(0)

  const preview = useAction(
    async () => {
      setError(undefined)
      const closed = closings.current
      const found = await previewBulk({ data: { books, operation: state.operation } })
      // The books are loaded before the preview is shown: if they came later, the button would move under the finger.
      if (found.changed > 0) await queryClient.infiniteQuery(bulkRowsQuery(found, 'changed')).catch(() => undefined)
      if (closings.current === closed) setBulk(found)
      else discard(found)
    },
    {
      failure: m.books_change_failed(),
      onRefused: ({ fields }) => {
        const [problem] = Object.values(fields)
        if (problem) setError(problemText(problem))
        return problem !== undefined
      },
    },
  )
  const start = useAction(
    async ({ id }: Bulk) => {
      await moveBulk({ data: { id, to: 'start' } })
      onStarted(id)
      setBulk(undefined)
    },
    { failure: m.books_change_failed() },
  )
  const back = () => {
    if (bulk) discard(bulk)
    setBulk(undefined)
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => {
        closings.current += 1
        back()
        onClose()
      }}
      title={m.books_change_do({ books: countedBooks(bulk?.changed ?? shown) })}
      closeLabel={m.common_close()}
      lastFocus={lastFocus}
    >
      {bulk ? (
        <>
          {bulk.changed === 0 && <p role="status">{m.books_change_none()}</p>}
          <BulkRows bulk={bulk} />
          {bulk.changed > 0 && (
            <Button isBusy={start.isBusy} onClick={() => void start.run(bulk)}>
              {m.books_change_do({ books: countedBooks(bulk.changed) })}
            </Button>
          )}
          <Button look="second" onClick={back}>
            {m.common_back()}
          </Button>
        </>
      ) : (
        <Form
          // No question at leaving: what was typed is kept while the dialog is closed.
          isChanged={false}
          noValidate
          // Leaves room for the list of suggestions, which the dialog would cut off.
          className="flex min-h-112 flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void preview.run()
          }}
        >
          <BulkFields state={state} error={error} />
          <Button type="submit" isBusy={preview.isBusy} className="mt-auto">
            {m.books_preview()}
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
