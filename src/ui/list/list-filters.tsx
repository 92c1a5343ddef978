import type { ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { Icon } from '#ui/icon.tsx'
import { selectClass } from './filter-class.ts'

/** One thing that a list can be narrowed by: a control in the bar of the page, and a chip above the rows when it is set. */
export interface ListFilter {
  /** Its parameter in the address. */
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
  /** It has no place among the filters of a phone. */
  isForDesk?: boolean
  /** A control of its own, in place of a list to choose from. */
  control?: (props: FilterControlProps) => ReactNode
}

export interface FilterControlProps {
  id: string
  filter: ListFilter
  onChange: (value: string | undefined) => void
}

/** New values of parameters of the list's address. */
export type ListChange = Record<string, string | undefined>

interface ListFiltersProps {
  filters: readonly ListFilter[]
  onChange: (next: ListChange) => void
}

const idOf = ({ name }: ListFilter): string => `filter-${name}`

/** What is chosen, in words; undefined for all. */
export const chosenWord = ({ value, label, options, wordOf }: ListFilter): string | undefined =>
  value === undefined
    ? undefined
    : (options.find((option) => option.value === value)?.label ?? wordOf?.(value) ?? label)

/** The controls that narrow a list. */
export function ListFilters({ filters, onChange }: ListFiltersProps) {
  return filters.map((filter) => {
    const { name, value, label, all, options, isForDesk, control: Control } = filter
    const change = (next: string | undefined) => onChange({ [name]: next })
    return Control ? (
      <Control key={name} id={idOf(filter)} filter={filter} onChange={change} />
    ) : (
      <NativeSelect
        key={name}
        id={idOf(filter)}
        label={label}
        value={value ?? ''}
        options={[{ value: '', label: all }, ...options]}
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
  /** Stands after them: the way back to all. */
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
              className="relative inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft ps-3 pe-2 text-[0.8125rem] font-medium text-accent after:absolute after:-inset-1.5 focus-visible:-outline-offset-2 hover:border-accent-hover print:border-line print:pe-3"
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
