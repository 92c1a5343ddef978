import { Link } from '@tanstack/react-router'
import { formatDateTime, formatNumber, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Badge } from '#base/ui/badge.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { resultCounts } from './page/import-counts.ts'
import { isUnderWay, progressOf, stateWord } from './page/import-progress.ts'
import type { ImportListItem } from './import.schema.ts'

interface ImportItemProps {
  item: ImportListItem
  /** The time of the answer: server and browser say the same. */
  at: Date
  timeZone: string
}

/** A line of the list of imports: file, who and when, counts, state. */
export function ImportItem({ item, at, timeZone }: ImportItemProps) {
  const { id, filename, by, createdAt, state } = item
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-line py-2.5 not-last:border-b has-[a:hover]:text-accent">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to="/manager/import/$id"
          params={{ id }}
          className="rounded-sm font-semibold after:absolute after:inset-0 [overflow-wrap:anywhere]"
        >
          <bdi>{filename}</bdi>
        </Link>
        <p className="text-sm text-muted">
          <bdi>{by?.name ?? m.activity_operator()}</bdi>
          {' · '}
          <time dateTime={createdAt.toISOString()} title={formatDateTime(createdAt, timeZone)} className="relative">
            {formatTimeAgo(createdAt, at, timeZone)}
          </time>
        </p>
      </div>
      {isUnderWay(item) || item.isLookingUp ? (
        <div className="w-full sm:w-64">
          <Progress item={item} />
        </div>
      ) : (
        <Counts item={item} />
      )}
      <span className="sm:w-28 sm:text-end">
        <Badge look={state === 'failed' ? 'danger' : state === 'running' || state === 'waiting' ? 'accent' : 'quiet'}>
          {stateWord(item)}
        </Badge>
      </span>
    </li>
  )
}

function Progress({ item }: { item: ImportListItem }) {
  const { share, text } = progressOf(item)
  return (
    <>
      <ProgressBar label={m.import_progress({ filename: item.filename })} share={share} text={text} />
      <p aria-hidden="true" className="mt-1 text-xs text-muted tabular-nums">
        {text}
      </p>
    </>
  )
}

/** What an import has done, or would do; without what there was none of. */
function Counts({ item }: { item: ImportListItem }) {
  return (
    <dl className="flex flex-wrap gap-x-4 text-sm">
      {resultCounts(item).map(
        ({ result, label, count }) =>
          count > 0 && (
            <div key={result} className="flex gap-1.5">
              <dt className="text-muted">{label}</dt>
              <dd className="font-medium tabular-nums">{formatNumber(count)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
