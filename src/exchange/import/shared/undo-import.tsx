import { useState, type RefObject } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { undoTexts } from '../page/import-counts.ts'
import type { UndoCounts } from '../import.schema.ts'
import { fetchExpectedUndo, moveImport } from '../import-edit.data.ts'

interface UndoImportProps {
  id: string
  filename: string
  /** What would become of the rows. */
  texts?: (counts: UndoCounts) => string[]
  /** The button is small, as for an entry of a list. */
  isSmall?: boolean
  /** Heading that gets the focus after the undo has begun. */
  heading: RefObject<HTMLElement | null>
  /** Fetches again what shows the state of the import. */
  refresh: () => Promise<unknown>
}

/** Undoes an import, after a dialog that says how many books it deletes, restores and keeps. */
export function UndoImport({ id, filename, texts = undoTexts, isSmall = false, heading, refresh }: UndoImportProps) {
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const onRefused = () => {
    // Another person has undone or changed the import meanwhile.
    void refresh()
    return false
  }
  const ask = useAction(
    async () => {
      const counts = await fetchExpectedUndo({ data: { id } })
      setConfirmed({
        title: m.import_undo_title({ filename: isolated(filename) }),
        text: texts(counts).join(' '),
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
