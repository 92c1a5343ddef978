import type { ReactNode } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'

export interface FilterChip {
  /** Id of the control that sets the filter: it takes the focus when the chip goes. */
  control: string
  /** What is chosen, in words. */
  label: string
  onRemove: () => void
}

interface FilterChipsProps {
  chips: readonly FilterChip[]
  /** Stands after them: the way back to all. */
  children?: ReactNode
}

/** The filters that a list is narrowed by, each with its way out. */
export function FilterChips({ chips, children }: FilterChipsProps) {
  if (chips.length === 0) return children
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ control, label, onRemove }) => (
        <button
          key={control}
          type="button"
          aria-label={m.list_filter_remove({ filter: label })}
          onClick={() => {
            onRemove()
            document.getElementById(control)?.focus({ preventScroll: true })
          }}
          className="relative inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-accent bg-accent-soft ps-3 pe-2 text-[0.8125rem] font-medium text-accent after:absolute after:-inset-1.5 hover:border-accent-hover print:border-line print:pe-3"
        >
          <span dir="auto" className="truncate">
            {label}
          </span>
          <Icon name="close" className="size-4 print:hidden" />
        </button>
      ))}
      {children}
    </div>
  )
}
