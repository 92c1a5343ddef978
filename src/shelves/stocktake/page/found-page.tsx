import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { PrintTable } from '#base/ui/list/print/print-table.tsx'
import { usePrint } from '#base/ui/list/print/use-print.ts'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { allFound, foundQuery, stocktakeQuery } from '../stocktake.data.ts'
import { KINDS, type Kind, type StocktakeRow } from '../stocktake.schema.ts'
import { kindWord, scopeText } from '../stocktake.words.ts'
import { AddUnknown } from './add-unknown.tsx'

/** What was found of a kind, by place and shelf mark; on paper one goes along the shelves with it. */
export function FoundPage({ id, kind, timeZone }: { id: string; kind: Kind; timeZone: string }) {
  const { data: stocktake } = useSuspenseQuery(stocktakeQuery(id))
  const query = useSuspenseInfiniteQuery(foundQuery(id, kind))
  const items = query.data.pages.flatMap((page) => page.items)
  const total = query.data.pages[0]?.total ?? 0
  const print = usePrint(items.map(withId), async () => (await allFound(id, kind)).map(withId))
  return (
    <ManagerPage
      title={kindWord(kind)}
      trail={
        <>
          <Link
            to="/manager/stocktakes/$id"
            params={{ id }}
            className="-ms-2 inline-flex min-h-11 items-center rounded-sm px-2 text-muted hover:text-ink"
          >
            {m.stocktake_title()}
          </Link>
          <Icon name="chevron" className="-ms-3 size-4 text-muted" />
        </>
      }
      badge={<bdi className="text-muted [overflow-wrap:anywhere]">{scopeText(stocktake)}</bdi>}
      actions={
        items.length > 0 && (
          <>
            <a href={`/api/v1/stocktakes/${id}/export?kind=${kind}`} download className={buttonClass('second')}>
              {m.activity_export()}
            </a>
            <button
              type="button"
              aria-disabled={print.isBusy || undefined}
              className={buttonClass('second')}
              onClick={print.start}
            >
              {m.print_list()}
            </button>
          </>
        )
      }
    >
      <nav aria-label={m.stocktake_found()} className="mb-4 flex flex-wrap gap-2 print:hidden">
        {KINDS.map((one) => (
          <Link
            key={one}
            to="/manager/stocktakes/$id/$kind"
            params={{ id, kind: one }}
            replace
            className="inline-flex min-h-11 items-center gap-2 rounded-md border border-line-strong px-3 text-sm font-medium tabular-nums hover:border-muted aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft"
          >
            {kindWord(one)} <span className="text-muted">{formatNumber(stocktake.counts[one].open)}</span>
          </Link>
        ))}
      </nav>
      <div className={panelClass}>
        <PrintTable
          items={print.items ?? []}
          total={total}
          searchTerm=""
          filters={[kindWord(kind), scopeText(stocktake), formatDate(stocktake.startedAt, timeZone)]}
          columns={[
            { name: m.book_title(), show: (row) => row.title },
            { name: m.copy_shelf_mark(), show: (row) => row.shelfMark },
            { name: m.copy_number(), show: (row) => row.number },
            { name: m.copy_location(), show: (row) => row.location },
            { name: m.copy_last_seen(), show: (row) => remark(row, kind, timeZone) },
          ]}
        />
        {items.length === 0 ? (
          <p className="text-muted">{m.stocktake_none_of()}</p>
        ) : (
          // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
          <ul role="list">
            {items.map((row) => (
              <FoundRow key={row.copyId ?? row.number} row={row} remark={remark(row, kind, timeZone)} />
            ))}
          </ul>
        )}
        <LoadMoreOf query={query} count={items.length} />
      </div>
    </ManagerPage>
  )
}

const withId = (row: StocktakeRow) => ({ ...row, id: row.copyId ?? row.number })

/** Texts beside each other, each in its own direction. */
const apart = (texts: readonly (string | null)[]): string =>
  texts.flatMap((text) => (text ? isolated(text) : [])).join(' · ')

/** What is to be known of a row of its kind. */
function remark({ place, lastSeenAt, times, borrower, group }: StocktakeRow, kind: Kind, timeZone: string): string {
  if (kind === 'onLoan') return apart([borrower, group])
  if (kind === 'twice' || kind === 'unknown') return apart([place, `× ${formatNumber(times)}`])
  if (kind === 'misplaced') return place === null ? '' : `${m.stocktake_seen_in()}: ${isolated(place)}`
  return lastSeenAt === null
    ? m.stocktake_never_seen()
    : m.stocktake_last_seen({ day: formatDate(lastSeenAt, timeZone) })
}

function FoundRow({ row, remark: text }: { row: StocktakeRow; remark: string }) {
  const { bookId, number, title, shelfMark, location, place } = row
  const isUnknown = bookId === null
  const columns = isUnknown
    ? 'md:grid-cols-[minmax(0,7fr)_minmax(0,9fr)_minmax(0,5fr)]'
    : 'md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,9fr)_minmax(0,5fr)]'
  return (
    <li
      className={`relative grid grid-cols-[minmax(0,1fr)] gap-x-4 border-t border-line py-2.5 first:border-t-0 [&>*]:[overflow-wrap:anywhere] ${columns}`}
    >
      {!isUnknown && <span className="text-sm max-md:order-2">{apart([location, shelfMark])}</span>}
      <span className={isUnknown ? 'font-mono text-sm font-semibold' : 'font-mono text-sm text-muted max-md:order-3'}>
        <bdi dir="ltr">{number}</bdi>
      </span>
      {isUnknown ? (
        <span className="md:-my-2.5">
          <AddUnknown code={number} place={place} />
        </span>
      ) : (
        <span className="font-semibold max-md:order-1">
          <Link
            to="/manager/books/$id"
            params={{ id: bookId }}
            className="after:absolute after:inset-0 hover:underline"
          >
            <span dir="auto">{title}</span>
          </Link>
        </span>
      )}
      <span className="text-sm text-muted max-md:order-4 md:text-end">
        <bdi>{text}</bdi>
      </span>
    </li>
  )
}
