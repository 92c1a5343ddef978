import type { ReactNode, RefObject } from 'react'

/** Border and background of a panel. */
export const panelClass = 'rounded-md border border-line bg-raised px-4.5 py-4'

interface PanelProps {
  /** Id of the panel, for links that lead to it. */
  id?: string
  title?: string
  /** Ref of the title, to move the focus to it. */
  titleRef?: RefObject<HTMLHeadingElement | null>
  /** Shown at the end of the title's line. */
  action?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of a page with a title. */
export function Panel({ id, title, titleRef, action, className = '', children }: PanelProps) {
  return (
    <section id={id} className={`${panelClass} ${id ? 'scroll-mt-4' : ''} ${className}`}>
      {title && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <h2 ref={titleRef} tabIndex={titleRef && -1} className="rounded-sm text-base">
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}

const ACTION = 'inline-flex min-h-11 flex-none items-center rounded-sm text-sm font-medium text-accent hover:underline'

/** A quiet action at the end of a row, at least 44 px high, whose words break only where they are wider than the row. */
export const rowActionClass = `-me-2 max-w-[calc(100%+0.5rem)] px-2 ${ACTION}`

/**
 * The same in the line above the rows of a list: it takes the height of the text alone, and its outline stays clear of
 * what is above and below, which covers the rest of its 44 px. It stays on one line: what is around it counts it narrower than it is.
 */
export const lineActionClass = `-my-3 -ms-1 -me-3 px-3 whitespace-nowrap focus-visible:-outline-offset-8 ${ACTION}`
