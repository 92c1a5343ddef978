import { formatNumber, formatPercent, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { ManagerIcon } from '#base/ui/manager-icon.tsx'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import type { ShownFigures, Stocktake } from '../stocktake.schema.ts'

const shareOf = ({ seen, expected }: ShownFigures): number => (expected === 0 ? 1 : seen / expected)

/** Per cent with one digit behind the point: a last per mille is thirty copies. */
const percent = (figures: ShownFigures): string => formatPercent(Math.floor(shareOf(figures) * 1000) / 1000)

/** How many of the expected copies were seen. */
export function SeenPanel({ stocktake: { figures, previous } }: { stocktake: Stocktake }) {
  const { seen, expected, missing, lent } = figures
  const of = m.stocktake_seen_of({ expected: formatNumber(expected) })
  return (
    <section className={`${panelClass} max-lg:order-1`}>
      <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="font-serif text-4xl font-semibold">{formatNumber(seen)}</span>
        <span className="text-muted">{of}</span>
        <span className="ms-auto text-sm font-medium text-success">
          {previous
            ? m.stocktake_share({ share: percent(figures), former: percent(previous.figures) })
            : percent(figures)}
        </span>
      </p>
      <ProgressBar
        label={m.stocktake_title()}
        share={shareOf(figures)}
        text={`${formatNumber(seen)} ${of}`}
        className="my-3"
      />
      <p className="text-sm text-pretty text-muted">
        {m.stocktake_rest({ missing: formatNumber(missing), lent: formatNumber(lent) })}
      </p>
    </section>
  )
}

interface DevicesPanelProps {
  devices: Stocktake['devices']
  /** The id of this device; undefined on the server. */
  own: string | undefined
  now: Date
  timeZone: string
}

/** Who scans with what, how much, and when last. */
export function ScanDevicesPanel({ devices, own, now, timeZone }: DevicesPanelProps) {
  return (
    <Panel title={m.stocktake_devices()} className="max-lg:order-4 print:hidden">
      {devices.length === 0 && <p className="mt-2 text-sm text-pretty text-muted">{m.stocktake_no_devices()}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-1">
        {devices.map(({ id, isPhone, name, scans, lastAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 py-1.5">
            <ManagerIcon name={isPhone ? 'phone' : 'monitor'} className="size-5 text-muted" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {name && (
                <>
                  <bdi>{name}</bdi>
                  {' · '}
                </>
              )}
              {id === own ? m.stocktake_this_device() : isPhone ? m.stocktake_phone() : m.stocktake_computer()}
            </span>
            <span className="text-sm text-muted tabular-nums">
              {formatNumber(scans)} · {formatTimeAgo(lastAt, now, timeZone)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
