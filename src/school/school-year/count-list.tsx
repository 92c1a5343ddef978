import { formatNumber } from '#base/i18n/format.ts'

/** Lines of what, and how many. */
export function CountList({ rows }: { rows: readonly (readonly [label: string, count: number])[] }) {
  return (
    <dl>
      {rows.map(([label, count]) => (
        <div key={label} className="flex gap-x-4 border-t border-line py-2 first:border-0">
          <dt className="min-w-0 flex-1 text-pretty">{label}</dt>
          <dd className="font-semibold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}
