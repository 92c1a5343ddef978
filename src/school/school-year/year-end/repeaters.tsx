import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { CheckBox } from '#base/ui/check-box.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { Spinner } from '#base/ui/state/spinner.tsx'
import { pupilsQuery } from './year-end.data.ts'
import type { Repeats } from './year-end-counts.ts'
import type { Pupil, YearEndClass } from './year-end.schema.ts'

/** Pupils who are shown at first: few classes are larger than that. */
const SHOWN = 60

interface RepeatersProps {
  of: YearEndClass
  repeats: Repeats
  onRepeat: (pupil: Pupil, isRepeating: boolean) => void
}

/** The pupils of a class, of whom those who repeat are ticked. */
export function Repeaters({ of: { id, name }, repeats, onRepeat }: RepeatersProps) {
  const { data, error } = useQuery(pupilsQuery(id))
  const [isAll, setIsAll] = useState(false)
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <Spinner />
  const shown = isAll ? data : data.slice(0, SHOWN)
  return (
    <fieldset>
      <legend className="mb-1 text-muted">{m.year_end_tick({ name: isolated(name) })}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {shown.map((pupil) => (
          <label key={pupil.id} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3">
            <CheckBox
              checked={repeats.has(pupil.id)}
              className="size-[1.125rem] flex-none accent-accent"
              onChange={({ target }) => onRepeat(pupil, target.checked)}
            />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <bdi>{pupil.name}</bdi>
              {pupil.isOwing && <span className="block text-xs text-muted">{m.year_end_tick_owing()}</span>}
            </span>
            <bdi className="flex-none font-mono text-xs text-muted">{pupil.schoolNumber || pupil.card}</bdi>
          </label>
        ))}
      </div>
      {shown.length < data.length && (
        <button type="button" className={`${rowActionClass} -ms-2`} onClick={() => setIsAll(true)}>
          {m.year_end_show_all({ count: formatNumber(data.length) })}
        </button>
      )}
    </fieldset>
  )
}
