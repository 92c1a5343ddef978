import { useId } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { inputClass } from '#base/ui/form/text-field.tsx'
import { Icon } from '#base/ui/icon.tsx'
import type { NextClass } from './next-class.ts'
import { Repeaters } from './repeaters.tsx'
import { repeatersOf, type Repeats } from './year-end-counts.ts'
import type { Pupil, YearEndClass } from './year-end.schema.ts'

/** Class and its pupils, the next class, who moves and who repeats. On a phone the next class has a line of its own. */
export const yearEndGrid =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2.75rem] items-center gap-x-3 px-4 lg:grid-cols-[minmax(5rem,1fr)_4rem_minmax(9.5rem,2fr)_4.5rem_5.5rem_2.75rem]'

interface YearEndClassRowProps {
  of: YearEndClass
  classes: readonly YearEndClass[]
  next: NextClass
  repeats: Repeats
  isOpen: boolean
  onNext: (next: NextClass) => void
  onOpen: () => void
  onRepeat: (pupil: Pupil, isRepeating: boolean) => void
}

/** A class at the end of the year: where it goes, and who repeats. */
export function YearEndClassRow(props: YearEndClassRowProps) {
  const { of: own, classes, next, repeats, isOpen, onNext, onOpen, onRepeat } = props
  const id = useId()
  const repeating = repeatersOf(repeats, own.id)
  const going = next === 'stay' ? 0 : own.pupils - repeating
  const options = [
    ...classes.filter((one) => one.kind === 'class' && one.id !== own.id).map((one) => [one.id, one.name] as const),
    ['leave', m.year_end_choice_leave()] as const,
    ['stay', m.year_end_choice_stay()] as const,
  ]
  return (
    <li className={`border-t border-line first:border-0 ${isOpen ? 'bg-accent-soft' : ''}`}>
      <div className={`${yearEndGrid} py-1.5`}>
        <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{own.name}</bdi>
        <span className="min-w-0 text-sm text-muted tabular-nums [overflow-wrap:anywhere] lg:text-end lg:text-base">
          <span className="lg:sr-only">{m.year_end_count()} </span>
          {formatNumber(own.pupils)}
        </span>
        <span className="col-span-3 flex min-w-0 items-center gap-2 lg:col-span-1">
          <Icon name="chevron" className="size-4 flex-none text-muted" />
          <select
            aria-label={m.year_end_next_of({ name: isolated(own.name) })}
            value={next}
            className={`${inputClass} h-11! min-w-0 ${next === 'leave' || next === 'stay' ? 'text-muted' : ''}`}
            onChange={({ target }) => onNext(target.value)}
          >
            {options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </span>
        <Count label={m.year_end_move()} count={going} className="" />
        <Count
          label={m.year_end_repeat()}
          count={next === 'stay' ? 0 : repeating}
          className="font-semibold text-accent"
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={m.year_end_who_repeats({ name: isolated(own.name) })}
          disabled={next === 'stay' || own.pupils === 0}
          className="col-start-3 row-start-1 inline-flex size-11 items-center justify-center rounded-sm text-muted hover:text-ink disabled:invisible lg:col-start-auto lg:row-start-auto"
          onClick={onOpen}
        >
          <Icon name="down" className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      <div id={id} hidden={!isOpen} className="border-t border-line bg-raised px-4 py-3">
        {isOpen && <Repeaters of={own} repeats={repeats} onRepeat={onRepeat} />}
      </div>
    </li>
  )
}

/** A number of pupils; a dash for none. */
function Count({ label, count, className }: { label: string; count: number; className: string }) {
  return (
    <span className="min-w-0 text-sm tabular-nums [overflow-wrap:anywhere] max-lg:pb-1.5 max-lg:text-muted lg:text-end lg:text-base">
      <span className="lg:sr-only">{label} </span>
      <span className={count > 0 ? className : ''}>{count === 0 ? '–' : formatNumber(count)}</span>
    </span>
  )
}
