import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { stocktakesQuery } from '../stocktake.data.ts'
import type { Listed } from '../stocktake.schema.ts'
import { StartForm } from './start-form.tsx'
import { scopeText } from '../stocktake.words.ts'

/** The stock-takings, and a new one. */
export function StocktakeListPage({ timeZone }: { timeZone: string }) {
  const { data: stocktakes } = useSuspenseQuery(stocktakesQuery)
  return (
    <ManagerPage title={m.stocktake_list()} trail={<ListBackLink to="/manager/copies" label={m.copy_list()} />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <StartForm />
        {stocktakes.length === 0 ? (
          <EmptyState title={m.stocktake_none()} text={m.stocktake_none_text()} />
        ) : (
          // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
          <ul role="list" className={panelClass}>
            {stocktakes.map((one) => (
              <StocktakeRow key={one.id} stocktake={one} timeZone={timeZone} />
            ))}
          </ul>
        )}
      </div>
    </ManagerPage>
  )
}

function StocktakeRow({ stocktake, timeZone }: { stocktake: Listed; timeZone: string }) {
  const { id, startedAt, closedAt, figures } = stocktake
  return (
    <li className="relative flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-t border-line py-2.5 first:border-t-0 [overflow-wrap:anywhere]">
      <span className="min-w-32 flex-1">
        <Link
          to="/manager/stocktakes/$id"
          params={{ id }}
          className="font-medium after:absolute after:inset-0 hover:underline"
        >
          <bdi>{scopeText(stocktake)}</bdi>
        </Link>
        <span className="block text-sm text-muted">
          {m.stocktake_since({ day: formatDate(startedAt, timeZone) })}
          {closedAt && ` · ${m.stocktake_closed_on({ day: formatDate(closedAt, timeZone) })}`}
        </span>
      </span>
      <span className="text-sm tabular-nums">
        {formatNumber(figures.seen)} {m.stocktake_seen_of({ expected: formatNumber(figures.expected) })}
      </span>
      <span className="text-sm text-muted tabular-nums">
        {m.stocktake_missing_count({ count: formatNumber(figures.missing) })}
      </span>
      {closedAt === null && <span className="text-sm font-semibold text-warning">{m.stocktake_running()}</span>}
    </li>
  )
}
