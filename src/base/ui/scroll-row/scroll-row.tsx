import { useId, useRef, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '../icon.tsx'
import { useScrollRow } from './use-scroll-row.ts'
import './scroll-row.css'

interface ScrollRowProps {
  title: string
  /** Shown next to the title, such as a link to all. */
  aside?: ReactNode
  /** Classes for the columns. */
  columns: string
  /** List items. */
  children: ReactNode
}

/**
 * A titled list in one row that scrolls sideways. When it overflows, there are buttons for the mouse; touch swipes, and
 * focused items scroll into view.
 */
export function ScrollRow({ title, aside, columns, children }: ScrollRowProps) {
  const titleId = useId()
  const row = useRef<HTMLUListElement>(null)
  const { hasBefore, hasBehind, move } = useScrollRow(row)
  const overflows = hasBefore || hasBehind
  return (
    <section className="min-w-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="min-w-0 text-[1.0625rem]">
          {title}
        </h2>
        <div className="flex max-w-full flex-none flex-wrap items-center gap-1">
          {aside}
          {overflows && (
            <div className="-me-2.5 hidden pointer-fine:flex">
              <MoveButton
                label={m.row_back()}
                titleId={titleId}
                isOff={!hasBefore}
                className="-scale-x-100"
                onMove={() => move(-1)}
              />
              <MoveButton label={m.row_forward()} titleId={titleId} isOff={!hasBehind} onMove={() => move(1)} />
            </div>
          )}
        </div>
      </div>
      <div
        className="scroll-row -mx-5 md:-mx-6"
        data-before={hasBefore ? '' : undefined}
        data-behind={hasBehind ? '' : undefined}
      >
        <ul
          ref={row}
          className={`grid snap-x grid-flow-col gap-4 overflow-x-auto scroll-px-5 px-5 pt-1.5 pb-5 md:gap-6 md:scroll-px-6 md:px-6 ${columns}`}
        >
          {children}
        </ul>
      </div>
    </section>
  )
}

interface MoveButtonProps {
  label: string
  /** Id of the row's title. */
  titleId: string
  /** Whether the row is at that end: the disabled button keeps its place and the focus. */
  isOff: boolean
  className?: string
  onMove: () => void
}

function MoveButton({ label, titleId, isOff, className = '', onMove }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={titleId}
      title={label}
      aria-disabled={isOff || undefined}
      className="grid size-11 place-items-center rounded-full text-muted hover:bg-surface hover:text-ink aria-disabled:cursor-default aria-disabled:opacity-35 aria-disabled:hover:bg-transparent"
      onClick={() => !isOff && onMove()}
    >
      <span className={className}>
        <Icon name="chevron" />
      </span>
    </button>
  )
}
