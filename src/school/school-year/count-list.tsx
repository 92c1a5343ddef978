import type { ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'

/** A label, how many, and the label as a way to them, which is shown where there are any. */
type CountRow = readonly [label: string, count: number, link?: ReactNode]

/** Lines of what, and how many. */
export function CountList({ rows }: { rows: readonly CountRow[] }) {
  return (
    <dl>
      {rows.map(([label, count, link]) => (
        <div key={label} className="flex gap-x-4 border-t border-line py-2 first:border-0">
          <dt className="min-w-0 flex-1 text-pretty">{(count > 0 && link) || label}</dt>
          <dd className="font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
