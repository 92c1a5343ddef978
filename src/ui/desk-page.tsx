import type { ReactNode } from 'react'

interface DeskPageProps {
  title: string
  /** The way back up, before the title: a link to the list that a page belongs to. */
  trail?: ReactNode
  /** Stands beside the title. */
  badge?: ReactNode
  /** Between title and actions, such as a search field; on a phone below them. */
  middle?: ReactNode
  /** What narrows a list and sorts it: in the bar where there is room, else below it. */
  filters?: ReactNode
  /** At the end of the top bar, the primary one last. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the manager's: the bar with its title and what can be done here, then the content. */
export function DeskPage({ title, trail, badge, middle, filters, actions, children }: DeskPageProps) {
  return (
    <main id="content" className="px-5 pb-10 md:px-7">
      <div className={`flex flex-wrap items-center gap-x-3 gap-y-2.5 py-4 ${filters ? 'bar:flex-nowrap' : ''}`}>
        {trail}
        <h1 dir="auto" className={`min-w-0 text-2xl break-words ${filters ? 'bar:flex-none' : ''}`}>
          {title}
        </h1>
        {badge}
        {middle && (
          <div
            className={`order-last w-full md:order-none md:ms-3 md:w-76 ${filters ? 'bar:w-auto bar:max-w-76 bar:min-w-0 bar:flex-[1_1_11rem]' : ''}`}
          >
            {middle}
          </div>
        )}
        {filters && (
          <div className="order-last flex w-full flex-wrap items-center gap-2 bar:order-none bar:ms-auto bar:w-auto bar:flex-none bar:flex-nowrap bar:gap-2.5">
            {filters}
          </div>
        )}
        {actions && (
          <div
            className={`ms-auto flex flex-wrap items-center justify-end gap-2.5 ${filters ? 'bar:ms-0 bar:flex-none' : ''}`}
          >
            {actions}
          </div>
        )}
      </div>
      {children}
    </main>
  )
}
