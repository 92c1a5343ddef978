import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { stepProgress } from '#kit/batch/shared/batch-progress.ts'
import { CountList } from '../count-list.tsx'
import { leftAloneQuery } from './year-end.data.ts'
import type { YearEnd } from './year-end.schema.ts'

const WHY = {
  changed: m.year_end_why_changed,
  missing: m.year_end_why_missing,
  taken: m.year_end_why_taken,
}

interface YearEndReportProps {
  yearEnd: YearEnd
  /** The group of those who left and owe, for the way to them. */
  leftGroupId?: string | undefined
}

const LINK = 'inline-flex min-h-6 items-center text-accent hover:underline'

/** How far a year end is, or what has become of how many, and of whom nothing. */
export function YearEndReport({ yearEnd, leftGroupId }: YearEndReportProps) {
  const { state, isUndoing, moved, repeated, trashed, left, refused, kept } = yearEnd
  if (state === 'running') {
    const progress = stepProgress(yearEnd)
    const text = (isUndoing ? m.year_end_undoing : m.year_end_moving)(progress.words)
    return (
      <div className="mt-2">
        <p role="status" className="tabular-nums">
          {text}
        </p>
        <ProgressBar label={m.year_end_title()} share={progress.share} text={text} className="my-2 max-w-xl" />
      </div>
    )
  }
  const alone = state === 'undone' ? kept : refused
  const toLeft = m.year_end_to_left({ group: m.year_end_left_group() })
  return (
    <div className="mt-2 max-w-xl">
      {state === 'failed' && (
        <p role="alert" className="text-danger">
          {m.year_end_failed()}
        </p>
      )}
      {state === 'undone' ? (
        <p role="status">{m.year_end_undone()}</p>
      ) : (
        <CountList
          rows={[
            [m.year_end_up(), moved],
            // Who is in a class that stays was not touched, and is not counted.
            [m.year_end_repeat(), repeated],
            [
              m.year_end_to_trash(),
              trashed,
              <Link key="trash" to="/manager/borrowers/trash" className={LINK}>
                {m.year_end_to_trash()}
              </Link>,
            ],
            [
              toLeft,
              left,
              leftGroupId !== undefined && (
                <Link key="left" to="/manager/borrowers" search={{ groupId: leftGroupId }} className={LINK}>
                  {toLeft}
                </Link>
              ),
            ],
          ]}
        />
      )}
      {alone > 0 && <LeftAlone yearEnd={yearEnd} count={alone} />}
    </div>
  )
}

function LeftAlone({ yearEnd: { id, state }, count }: { yearEnd: YearEnd; count: number }) {
  const { data } = useQuery(leftAloneQuery(id, state))
  return (
    <details className="group mt-1">
      <summary className="-ms-2 inline-flex min-h-11 cursor-pointer items-center gap-1 rounded-sm px-2 text-sm font-medium text-danger hover:underline focus-visible:-outline-offset-2">
        {m.year_end_left_alone({ count: formatNumber(count) })}
        <Icon name="down" className="size-4 group-open:rotate-180" />
      </summary>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="text-sm">
        {data?.map(({ at, name, className, why }) => (
          <li key={at} className="flex flex-wrap gap-x-3 border-t border-line py-1.5">
            <bdi className="font-medium">{name ?? m.desk_former()}</bdi>
            {className !== null && <bdi className="text-muted">{className}</bdi>}
            <span className="ms-auto">{WHY[why]()}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
