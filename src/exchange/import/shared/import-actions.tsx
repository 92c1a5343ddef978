import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { moveBulk, previewBulk, useSetCurrentBulk } from '#exchange/bulk/bulk.data.ts'
import { formatNumber, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { focusHeading } from '#base/lib/form/focus-heading.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { ConfirmCall, type ConfirmedCall } from '#base/ui/dialog/confirm-call.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { allowsMove } from '#kit/batch/shared/batch-progress.ts'
import { booksToImport } from '../page/import-counts.ts'
import { repeatImport, moveImport, useRefreshImport } from '../import-edit.data.ts'
import { importQuery } from '../import.data.ts'
import type { Import, ImportMove, UndoCounts } from '../import.schema.ts'
import { UndoImport } from './undo-import.tsx'
import type { Correcting } from '../page/use-correction.ts'

function startWords({ lookup, copies }: Import, count: number): string {
  if (count + copies === 0) return lookup ? m.lookup_fill_none() : m.import_start_none()
  const books = formatValues([
    ...(count > 0 ? [m.activity_books({ count, shown: formatNumber(count) })] : []),
    ...(copies > 0 ? [m.copy_count({ count: copies, shown: formatNumber(copies) })] : []),
  ])
  return lookup ? m.lookup_fill_do({ books }) : m.import_start({ books })
}

/**
 * What the buttons say and do of rows of another noun than books.
 *
 * @public for the imports of other nouns
 */
export interface OtherActions {
  start: string
  isReady: boolean
  /** The mark of the preview that is shown, asked for once the last choice is saved: each choice makes another preview. */
  seen: () => string
  undoTexts: (counts: UndoCounts) => string[]
  /** Leads to what was imported. */
  show: ReactNode
}

interface ImportActionsProps {
  item: Import
  settled: Correcting['settled']
  other?: OtherActions
}

/** The buttons for the state of an import. If the server refuses, because someone else was faster, it is refetched. */
export function ImportActions({ item, settled, other }: ImportActionsProps) {
  const { id, state, isLookingUp, isUndoing, created, updated, copies, keptAdded, columns, lookup } = item
  const navigate = useNavigate()
  const refresh = useRefreshImport(id)
  const queryClient = useQueryClient()
  const [confirmed, setConfirmed] = useState<ConfirmedCall>()
  const heading = useRef<HTMLElement>(null)
  useEffect(() => {
    heading.current = document.querySelector('h1')
    if (heading.current) heading.current.tabIndex = -1
  }, [])
  const move = (to: ImportMove) => moveImport({ data: { id, to } })
  const onRefused = () => {
    void refresh()
    return false
  }
  const begin = async () => {
    // Waits until the last choice is saved. If that fails, the page shows why, and the import is not started.
    if (!(await settled())) return
    // The server refuses the start if the choices shown are not those saved: another tab may have changed them.
    const { columns: shown = columns, choices = item.choices } =
      queryClient.getQueryData(importQuery(id).queryKey) ?? {}
    await moveImport({ data: { id, to: 'start', seen: other?.seen() ?? { columns: shown, choices } } })
    await refresh()
    focusHeading()
  }
  const start = useAction(begin, {
    failure: m.import_start_failed(),
    onRefused,
  })
  const go = useAction((to: ImportMove) => move(to), { failure: m.import_move_failed(), refresh, onRefused })
  const again = useAction(
    async () => navigate({ to: '/manager/import/$id', params: await repeatImport({ data: { id } }) }),
    { failure: m.import_move_failed(), onRefused },
  )
  const showBulk = useSetCurrentBulk()
  const books = booksToImport(item)
  const isReady = other ? other.isReady : books + copies > 0 && columns.title !== undefined
  /** A look-up that is stopped before its first answer is gone. */
  const leaveIfDiscarded = () =>
    queryClient.fetchQuery({ ...importQuery(id), staleTime: 0 }).catch(async (thrown: unknown) => {
      if (fromThrown(thrown).code === 'NOT_FOUND') await navigate({ to: '/manager/import' })
    })

  const discard: ConfirmedCall = {
    title: m.import_discard_title(item),
    text: lookup ? m.lookup_discard_text() : m.import_discard_text(),
    action: m.import_discard(),
    isDanger: true,
    isDoneWhenGone: true,
    call: () => move('cancel').finally(() => navigate({ to: '/manager/import' })),
    success: lookup ? m.lookup_discarded() : m.import_discarded(),
    failure: m.import_move_failed(),
  }
  const stop: ConfirmedCall = {
    title: isLookingUp ? m.lookup_stop_title() : m.import_stop_title(item),
    text: isLookingUp ? m.lookup_stop_text() : m.import_stop_text(),
    action: m.import_stop(),
    isDanger: true,
    call: () =>
      move('cancel').then(
        async () => {
          toast({ type: 'success', title: m.import_state_cancelled() })
          return isLookingUp ? leaveIfDiscarded() : undefined
        },
        (thrown: unknown) => {
          if (fromThrown(thrown).code !== 'IMPORT_STATE') throw thrown
          return toast({ type: 'info', title: m.import_stop_late() })
        },
      ),
    failure: m.import_move_failed(),
  }
  const deleteKept: ConfirmedCall = {
    title: m.import_delete_kept({ count: keptAdded, shown: formatNumber(keptAdded) }),
    text: m.import_delete_kept_text(),
    action: m.import_delete_kept({ count: keptAdded, shown: formatNumber(keptAdded) }),
    isDanger: true,
    call: async () => {
      const added = { filter: { importId: id }, except: [] }
      const deletion = await previewBulk({ data: { books: added, operation: { kind: 'delete' } } })
      await moveBulk({ data: { id: deletion.id, to: 'start' } })
      // The list of books shows the progress and the undo of the deletion.
      showBulk(deletion.id)
      await navigate({ to: '/manager/books', search: { importId: id } })
    },
    failure: m.books_delete_failed(),
  }
  const confirm = (call: ConfirmedCall) => (
    <Button {...blockedInDemo} look="second" onClick={() => setConfirmed(call)}>
      {call.action}
    </Button>
  )
  return (
    <>
      {state === 'waiting' && (
        <>
          {confirm(discard)}
          <Button
            {...blockedInDemo}
            isBusy={start.isBusy}
            aria-disabled={!isReady}
            className="max-sm:flex-1"
            onClick={() => isReady && void start.run()}
          >
            {other?.start ?? startWords(item, books)}
          </Button>
        </>
      )}
      {(allowsMove(item, 'cancel') || allowsMove(item, 'stop')) && confirm(stop)}
      {(state === 'running' || state === 'paused') && (
        <Button look="second" isBusy={go.isBusy} onClick={() => void go.run(state === 'running' ? 'pause' : 'resume')}>
          {state === 'running' ? m.import_pause() : m.import_resume()}
        </Button>
      )}
      {/* An undo that has failed is resumed. */}
      {allowsMove(item, 'undo') && !isUndoing && created + updated + copies > 0 && (
        <UndoImport {...item} heading={heading} refresh={refresh} {...(other && { texts: other.undoTexts })} />
      )}
      {state === 'undone' && keptAdded > 0 && confirm(deleteKept)}
      {state === 'undone' && item.hasFile && (
        <Button {...blockedInDemo} look="second" isBusy={again.isBusy} onClick={() => void again.run()}>
          {m.import_again()}
        </Button>
      )}
      {state === 'failed' && (
        <Button {...blockedInDemo} isBusy={go.isBusy} onClick={() => void go.run('resume')}>
          {m.import_resume()}
        </Button>
      )}
      {['done', 'cancelled'].includes(state) && other?.show}
      {!other && (['done', 'cancelled'].includes(state) ? created : keptAdded) > 0 && (
        <Link to="/manager/books" search={{ importId: id }} className={buttonClass()}>
          {m.import_show()}
        </Link>
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
