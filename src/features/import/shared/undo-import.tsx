import { useState, type RefObject } from 'react'
import { isolated } from '#i18n/isolated.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#ui/dialog/confirm-call.tsx'
import { rowActionClass } from '#ui/panel.tsx'
import { useAction } from '#ui/use-action.ts'
import { undoTexts } from '../page/import-counts.ts'
import { fetchExpectedUndo, moveImport } from '../import-edit.data.ts'

interface UndoImportProps {
  id: string
  filename: string
  /** As an entry of a list has it. */
  isSmall?: boolean
  /** Receives the focus afterwards. */
  heading: RefObject<HTMLElement | null>
  /** Fetches again what shows its state. */
  refresh: () => Promise<unknown>
}

/** Undoes an import, after a dialog that says how many books it deletes, restores and keeps. */
export function UndoImport({ id, filename, isSmall = false, heading, refresh }: UndoImportProps) {
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const onRefused = () => {
    // Someone else was faster.
    void refresh()
    return false
  }
  const ask = useAction(
    async () => {
      const counts = await fetchExpectedUndo({ data: { id } })
      setConfirmed({
        title: m.import_undo_title({ filename: isolated(filename) }),
        text: undoTexts(counts).join(' '),
        action: m.import_undo(),
        isDanger: true,
        call: () => moveImport({ data: { id, to: 'undo' } }),
        failure: m.import_move_failed(),
      })
    },
    { failure: m.import_move_failed() },
  )
  return (
    <>
      {isSmall ? (
        <button
          {...blockedInDemo}
          type="button"
          aria-disabled={ask.isBusy}
          className={`${rowActionClass} -ms-2 -my-2`}
          onClick={() => void ask.run()}
        >
          {m.books_undo()}
        </button>
      ) : (
        <Button {...blockedInDemo} look="second" isBusy={ask.isBusy} onClick={() => void ask.run()}>
          {m.import_undo()}
        </Button>
      )}
      <ConfirmCall
        confirmed={confirmed}
        onClose={() => setConfirmed(undefined)}
        heading={heading}
        refresh={refresh}
        onRefused={onRefused}
      />
    </>
  )
}
