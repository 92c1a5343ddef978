import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Panel, rowActionClass } from '#base/ui/panel.tsx'
import { owingPupilsQuery } from './year-end.data.ts'
import type { Repeats, YearEndCounts } from './year-end-counts.ts'
import type { OwingPupil } from './year-end.schema.ts'

/** Leavers with books who are shown at first. */
const SHOWN = 5

interface LeaversPanelProps {
  counts: YearEndCounts
  /** The classes that leave. */
  leaving: string[]
  repeats: Repeats
}

/** Who leaves the school: how many go to the trash, and who has or owes books. */
export function LeaversPanel({ counts: { trashed, left }, leaving, repeats }: LeaversPanelProps) {
  const { data = [] } = useQuery({ ...owingPupilsQuery(leaving), enabled: leaving.length > 0 })
  const [isAll, setIsAll] = useState(false)
  const owing = leaving.length === 0 ? [] : data.filter(({ id }) => !repeats.has(id))
  const shown = isAll ? owing : owing.slice(0, SHOWN)
  return (
    <Panel
      title={m.year_end_leavers()}
      action={<span className="text-base font-semibold tabular-nums">{formatNumber(trashed + left)}</span>}
    >
      <p className="mt-2 flex gap-x-4 border-t border-line py-2">
        <span className="flex-1">{m.year_end_to_trash()}</span>
        <span className="font-semibold tabular-nums">{formatNumber(trashed)}</span>
      </p>
      <p className="flex gap-x-4 border-t border-line py-2">
        <span className="flex-1">{m.year_end_to_left({ group: m.year_end_left_group() })}</span>
        <span className={`font-semibold tabular-nums ${left > 0 ? 'text-danger' : ''}`}>{formatNumber(left)}</span>
      </p>
      {shown.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="rounded-md bg-surface px-3 py-1.5 text-sm">
          {shown.map((pupil) => (
            <li key={pupil.id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
              <Link
                to="/manager/borrowers/$id"
                params={{ id: pupil.id }}
                className="min-w-0 flex-1 basis-32 font-semibold hover:underline"
              >
                <bdi>{pupil.name}</bdi>
              </Link>
              <bdi className="text-muted">{pupil.className}</bdi>
              <Books pupil={pupil} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < owing.length && (
        <button type="button" className={`${rowActionClass} -ms-2`} onClick={() => setIsAll(true)}>
          {m.year_end_show_all({ count: formatNumber(owing.length) })}
        </button>
      )}
    </Panel>
  )
}

/** What a leaver has and owes, the gravest first. */
function Books({ pupil: { out, late, owes } }: { pupil: OwingPupil }) {
  const [onTime, isGrave] = [out - late, owes > 0 || late > 0]
  const texts = [
    owes > 0 && m.borrower_owes({ count: owes, shown: formatNumber(owes) }),
    late > 0 && m.year_end_late({ count: late, shown: formatNumber(late) }),
    onTime > 0 && m.year_end_out({ count: onTime, shown: formatNumber(onTime) }),
  ].filter((text) => text !== false)
  return (
    <span className={`ms-auto text-end ${isGrave ? 'font-semibold text-danger' : ''}`}>
      {texts.map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      ))}
    </span>
  )
}
