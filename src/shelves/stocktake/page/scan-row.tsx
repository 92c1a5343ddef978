import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import type { ShownScan } from '../count/scan-queue.ts'
import { startStocktakeFix, takeScanBack } from '../stocktake.data.ts'
import type { Stocktake } from '../stocktake.schema.ts'
import { AddUnknown } from './add-unknown.tsx'
import { scanNeedsLook, scanIcon, scanText } from './scan-words.ts'

interface ScanRowProps {
  stocktake: Pick<Stocktake, 'id' | 'location'>
  scan: ShownScan
  isLast: boolean
  onUndone: () => void
}

/** A scan of this device with what it came to; the last one can be taken back, and a misplaced copy can stay. */
export function ScanRow({ stocktake: { id, location }, scan, isLast, onUndone }: ScanRowProps) {
  const { answer, code, isUndone } = scan
  const [added, setAdded] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['stocktake'] })
  const undo = useAction(
    async () => {
      await takeScanBack({ data: { id, scanId: scan.id } })
      onUndone()
    },
    { failure: m.undo_failed(), refresh },
  )
  const copyId = answer?.copyId ?? undefined
  const stay = useAction(
    () =>
      startStocktakeFix({
        data: { id: newActId(), stocktakeId: id, kind: 'misplaced', ...(copyId !== undefined && { copyId }) },
      }),
    { failure: m.stocktake_not_fixed(), refresh },
  )
  const isOff = answer !== undefined && scanNeedsLook(answer) && !isUndone && added === null
  return (
    <li
      className={`flex gap-x-3 border-t border-line py-2.5 first:border-t-0 ${isOff && isLast ? 'rounded-md border! border-warning! bg-surface px-3' : ''}`}
    >
      <ManagerIcon
        name={answer ? scanIcon(answer) : 'clock'}
        className={`mt-0.5 size-5 ${!answer ? 'text-muted' : scanNeedsLook(answer) ? 'text-warning' : 'text-success'}`}
      />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p dir="auto" className={`font-semibold ${isUndone ? 'line-through' : ''}`}>
          {answer?.title ?? <bdi dir="ltr">{code}</bdi>}
        </p>
        <p className="text-sm text-muted">
          {answer?.title && (
            <>
              <bdi dir="ltr">{answer.code}</bdi>
              {' · '}
            </>
          )}
          {answer?.title && answer.shelfMark !== '' && (
            <>
              <bdi>{answer.shelfMark}</bdi>
              {' · '}
            </>
          )}
          {isUndone
            ? m.stocktake_said_undone()
            : added === null
              ? answer && scanText(answer)
              : m.desk_added({ number: added })}
        </p>
        {isLast && answer && !isUndone && (
          <div className="flex flex-wrap gap-x-4">
            {answer.result === 'misplaced' && location !== null && answer.location !== location && (
              <button
                {...blockedInDemo}
                type="button"
                aria-busy={stay.isBusy}
                className={`${rowActionClass} -ms-2`}
                onClick={() => void stay.run()}
              >
                {m.stocktake_stays()}
              </button>
            )}
            {answer.result === 'unknown' && added === null && (
              <AddUnknown code={answer.code} place={scan.place ?? location} onAdded={setAdded} />
            )}
            <button
              {...blockedInDemo}
              type="button"
              aria-busy={undo.isBusy}
              className={`${rowActionClass} -ms-2`}
              onClick={() => void undo.run()}
            >
              {m.stocktake_undo_scan()}
            </button>
          </div>
        )}
      </div>
    </li>
  )
}
