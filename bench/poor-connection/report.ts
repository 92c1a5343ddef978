import { tableLines } from '../../testing/table.ts'
import { CROWD, SECOND_VISIT, TAP, VISITED, type VisitedPath } from './budgets.ts'
import type { Crowd } from './crowd.ts'
import type { Visit } from './visit.ts'

/** What a run has measured; that of an earlier version stands in before.json. */
export interface Results {
  visits: Record<VisitedPath, Visit>
  taps: Record<string, number>
  crowd: Crowd
}

interface Row {
  name: string
  now: number
  before: number | undefined
  unit: 'ms' | 'kB' | ''
  limit?: number | undefined
}

const shown = (value: number | undefined, unit: Row['unit']): string =>
  value === undefined
    ? ''
    : unit === 'kB'
      ? `${(value / 1000).toFixed(1)} kB`
      : unit === 'ms'
        ? `${Math.round(value).toLocaleString('en')} ms`
        : value.toFixed(3)

const isGood = ({ now, unit, limit }: Row): boolean =>
  limit === undefined || (unit === 'kB' ? now < limit * 1000 : now <= limit)

function rowsOf(visits: Results['visits'], before: Results | undefined): Row[] {
  const paths: VisitedPath[] = ['/login', '/app/books']
  return paths.flatMap((path) => {
    const [now, then] = [visits[path], before?.visits[path]]
    const { lcp, usable, whole } = VISITED[path]
    const bytes = ['document', 'js', 'css', 'fonts', 'other'] as const
    return [
      { name: `${path} first paint`, now: now.firstPaint, before: then?.firstPaint, unit: 'ms' as const },
      { name: `${path} largest paint`, now: now.lcp, before: then?.lcp, unit: 'ms' as const, limit: lcp },
      { name: `${path} usable`, now: now.usable, before: then?.usable, unit: 'ms' as const, limit: usable },
      { name: `${path} layout shift`, now: now.shift, before: then?.shift, unit: '' as const, limit: 0.01 },
      ...bytes.map((kind) => ({
        name: `${path}   ${kind}`,
        now: now.received[kind],
        before: then?.received[kind],
        unit: 'kB' as const,
      })),
      { name: `${path} whole`, now: now.whole, before: then?.whole, unit: 'kB' as const, limit: whole },
      {
        name: `${path} again`,
        now: now.secondVisit,
        before: then?.secondVisit,
        unit: 'kB' as const,
        limit: SECOND_VISIT,
      },
    ]
  })
}

/** Prints the figures beside those of before and their limits; returns whether all are met. */
export function report({ visits, taps, crowd }: Results, before: Results | undefined): boolean {
  const rows: Row[] = [
    ...rowsOf(visits, before),
    ...Object.entries(taps).map(([name, now]) => ({
      name: `tap: ${name}`,
      now,
      before: before?.taps[name],
      unit: 'ms' as const,
      limit: TAP,
    })),
    { name: `${CROWD.readers} readers: largest paint, p95`, now: crowd.seen, before: before?.crowd.seen, unit: 'ms' },
    { name: `${CROWD.readers} readers: whole page, p95`, now: crowd.whole, before: before?.crowd.whole, unit: 'ms' },
    { name: `${CROWD.readers} readers: an act, p50`, now: crowd.act50, before: before?.crowd.act50, unit: 'ms' },
    {
      name: `${CROWD.readers} readers: an act, p95`,
      now: crowd.act95,
      before: before?.crowd.act95,
      unit: 'ms',
      limit: CROWD.act,
    },
  ]
  const lines = tableLines(
    ['', 'before', 'now', 'at most', ''],
    rows.map((row) => [
      row.name,
      shown(row.before, row.unit),
      shown(row.now, row.unit),
      row.limit === undefined ? '' : shown(row.unit === 'kB' ? row.limit * 1000 : row.limit, row.unit),
      row.limit === undefined ? '' : isGood(row) ? '✓' : '✗',
    ]),
  )
  for (const line of lines) console.log(line)
  for (const [path, { largest }] of Object.entries(visits)) console.log(`${path}: painted largest is ${largest}`)
  return rows.every(isGood)
}
