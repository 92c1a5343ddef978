import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { chipClass, selectClass } from './filter-class.ts'

/** One thing that a list can be narrowed by: a control in the bar of the page, and a chip above the rows when it is set. */
export interface ListFilter {
  /** The parameter of the filter in the address. */
  name: string
  /** What is chosen; undefined for all. */
  value: string | undefined
  label: string
  /** The word for all. */
  all: string
  /** What can be chosen, or at least what is. */
  options: readonly { value: string; label: string }[]
  /** A value in words, where it may be none of the options. */
  wordOf?: (value: string) => string
  /** The control is left out on a phone. */
  isForDesk?: boolean
  /** A control of its own, in place of a list to choose from. */
  control?: (props: FilterControlProps) => ReactNode
  /** The filter whose control sets this one too, or that is focused when this one, which only links set, is removed. */
  setBy?: string
}

export interface FilterControlProps {
  id: string
  filter: ListFilter
  onChange: (value: string | undefined) => void
  /** Changes this filter and others. */
  onChangeAll: (next: ListChange) => void
}

/** New values of parameters of the list's address. */
export type ListChange = Record<string, string | number | undefined>

interface ListFiltersProps {
  filters: readonly ListFilter[]
  onChange: (next: ListChange) => void
}

const idOf = ({ name, setBy = name }: ListFilter): string => `filter-${setBy}`

/** What is chosen, in words; undefined for all. */
export const chosenWord = ({ value, label, options, wordOf }: ListFilter): string | undefined =>
  value === undefined
    ? undefined
    : (options.find((option) => option.value === value)?.label ?? wordOf?.(value) ?? label)

/** The controls that narrow a list. */
export function ListFilters({ filters, onChange }: ListFiltersProps) {
  return filters.map((filter) => {
    const { name, value, label, all, options, isForDesk, setBy, control: Control } = filter
    if (setBy !== undefined) return null
    const change = (next: string | undefined) => onChange({ [name]: next })
    return Control ? (
      <Control key={name} id={idOf(filter)} filter={filter} onChange={change} onChangeAll={onChange} />
    ) : (
      <NativeSelect
        key={name}
        id={idOf(filter)}
        label={label}
        value={value ?? ''}
        options={[{ value: '', label: all, short: label }, ...options]}
        className={`${selectClass(value !== undefined)} ${isForDesk ? 'max-sm:hidden' : ''}`}
        onChange={(next) => change(next || undefined)}
      />
    )
  })
}

/** What a list is narrowed to beside its search, in words. */
export const filterWords = (filters: readonly ListFilter[]): string[] =>
  filters.flatMap((filter) => chosenWord(filter) ?? [])

interface FilterChipsProps extends ListFiltersProps {
  /** Stands after the chips: the way back to all rows. */
  children: ReactNode
}

/** The filters that a list is narrowed by, each with its way out. */
export function FilterChips({ filters, onChange, children }: FilterChipsProps) {
  if (filterWords(filters).length === 0) return children
  return (
    // As high as a line of text: the rows do not move when there is one.
    <div className="flex flex-wrap items-center gap-2 -my-1.5">
      {filters.map((filter) => {
        const word = chosenWord(filter)
        return (
          word !== undefined && (
            <button
              key={filter.name}
              type="button"
              aria-label={m.list_filter_remove({ filter: word })}
              onClick={() => {
                onChange({ [filter.name]: undefined })
                document.getElementById(idOf(filter))?.focus({ preventScroll: true })
              }}
              className={chipClass}
            >
              <span dir="auto" className="truncate">
                {word}
              </span>
              <Icon name="close" className="size-4 print:hidden" />
            </button>
          )
        )
      })}
      {children}
    </div>
  )
}
