import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Icon } from '#base/ui/icon.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { allowsMove, stepProgress } from '#kit/batch/shared/batch-progress.ts'
import { leftByFixQuery, stocktakeFixQuery, undoStocktakeFix } from '../stocktake.data.ts'
import type { Fix } from '../stocktake.schema.ts'
import { useRefreshStocktakes } from './use-refresh-stocktakes.ts'

const WHY = { changed: m.stocktake_why_changed, missing: m.stocktake_why_missing }

/** What a press has put right, or how far it is, with its undo. */
export function FixLine({ id }: { id: string }) {
  const refresh = useRefreshStocktakes()
  const { data: fix, refetch } = useQuery(stocktakeFixQuery(id, refresh))
  const undo = useAction(() => undoStocktakeFix({ data: { id } }), { failure: m.undo_failed(), refresh: refetch })
  if (!fix) return null
  const left = fix.state === 'undone' ? fix.kept : fix.refused
  return (
    <div className="text-sm text-muted">
      <p role="status" className="flex flex-wrap items-center gap-x-3 tabular-nums">
        {textOf(fix)}
        {allowsMove(fix, 'undo') && fix.changed > 0 && (
          <button
            {...blockedInDemo}
            type="button"
            aria-busy={undo.isBusy}
            className={`${rowActionClass} -my-2`}
            onClick={() => void undo.run()}
          >
            {m.books_undo()}
          </button>
        )}
      </p>
      {fix.state !== 'running' && left > 0 && <LeftAlone fix={fix} count={left} />}
    </div>
  )
}

function textOf(fix: Fix): string {
  const { state, isUndoing, changed } = fix
  if (state === 'running') return (isUndoing ? m.stocktake_unfixing : m.stocktake_fixing)(stepProgress(fix).words)
  if (state === 'undone') return m.stocktake_unfixed()
  if (state === 'failed') return m.stocktake_fix_failed()
  return m.stocktake_fixed({ count: formatNumber(changed) })
}

function LeftAlone({ fix: { id, state }, count }: { fix: Fix; count: number }) {
  const { data } = useQuery(leftByFixQuery(id, state))
  return (
    <details className="group">
      <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 font-medium text-danger hover:underline focus-visible:-outline-offset-2">
        {m.stocktake_left_alone({ count: formatNumber(count) })}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list">
        {data?.map(({ at, number, title, why }) => (
          <li key={at} className="flex flex-wrap gap-x-3 border-t border-line py-1.5">
            <bdi dir="ltr" className="font-mono">
              {number}
            </bdi>
            <bdi className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</bdi>
            <span>{WHY[why]()}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
