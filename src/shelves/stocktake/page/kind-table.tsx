import { Link } from '@tanstack/react-router'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ManagerIcon, type ManagerIconName } from '#base/ui/manager-icon.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import { startStocktakeFix } from '../stocktake.data.ts'
import { KINDS, type Kind, type Stocktake } from '../stocktake.schema.ts'
import { kindText, kindWord, pressWord } from '../stocktake.words.ts'
import { FixLine } from './fix-line.tsx'
import { useRefreshStocktakes } from './use-refresh-stocktakes.ts'

const SIGNS: Readonly<Record<Kind, { icon: ManagerIconName; color: string }>> = {
  missing: { icon: 'alert', color: 'text-danger' },
  misplaced: { icon: 'open', color: 'text-warning' },
  unknown: { icon: 'tag', color: 'text-warning' },
  onLoan: { icon: 'scan', color: 'text-muted' },
  lost: { icon: 'check', color: 'text-success' },
  twice: { icon: 'duplicates', color: 'text-muted' },
}

/** What was found, each kind with one press that puts it right. */
export function KindTable({ stocktake, timeZone }: { stocktake: Stocktake; timeZone: string }) {
  const { previous } = stocktake
  return (
    <section className="rounded-md border border-line bg-raised">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4.5 py-3">
        <h2 className="text-base">{m.stocktake_found()}</h2>
        {previous?.closedAt && (
          <p className="text-sm text-muted">
            {m.stocktake_last_time({ day: formatDate(previous.closedAt, timeZone) })}
          </p>
        )}
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list">
        {KINDS.map((kind) => (
          <KindRow key={kind} kind={kind} stocktake={stocktake} />
        ))}
      </ul>
    </section>
  )
}

function KindRow({ kind, stocktake }: { kind: Kind; stocktake: Stocktake }) {
  const { id, counts, figures, placeable, previous, fixes } = stocktake
  const refresh = useRefreshStocktakes()
  const press = useAction(() => startStocktakeFix({ data: { id: newActId(), stocktakeId: id, kind } }), {
    failure: m.stocktake_not_fixed(),
    refresh,
  })
  const { open } = counts[kind]
  const toFix = kind === 'misplaced' ? placeable : open
  const fix = fixes.find((one) => one.kind === kind)
  const { icon, color } = SIGNS[kind]
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-t border-line px-4.5 py-2.5 first:border-t-0 sm:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,13rem)]">
      <ManagerIcon name={icon} className={`size-5 ${color}`} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <Link
            to="/manager/stocktakes/$id/$kind"
            params={{ id, kind }}
            className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline"
          >
            {kindWord(kind)}
          </Link>
          <span className="font-serif text-xl font-semibold">{formatNumber(open)}</span>
          {previous && <Compared now={figures[kind]} before={previous.figures[kind]} />}
        </p>
        <p className="text-sm text-pretty text-muted">{kindText(kind)}</p>
        {fix && <FixLine key={fix.id} id={fix.id} />}
      </div>
      {toFix > 0 && (
        <Button
          {...blockedInDemo}
          look="second"
          isBusy={press.isBusy}
          className="w-full max-sm:col-start-2"
          onClick={() => void press.run()}
        >
          {pressWord(kind, toFix)}
        </Button>
      )}
    </li>
  )
}

/** How many there were the last time, and how many more or fewer there are. */
function Compared({ now, before }: { now: number; before: number }) {
  const more = now - before
  const sign = more > 0 ? '+' : more < 0 ? '\u2212' : '\u00b1'
  return (
    <bdi className="text-sm text-muted">
      {formatNumber(before)}{' '}
      <span className={more > 0 ? 'text-danger' : more < 0 ? 'text-success' : ''}>
        {sign}
        {formatNumber(Math.abs(more))}
      </span>
    </bdi>
  )
}
