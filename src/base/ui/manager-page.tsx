import { useRef, type ReactNode } from 'react'
import { useBarHeight } from './use-bar-height.ts'

interface ManagerPageProps {
  title: ReactNode
  /** Link to the parent list, before the title. */
  trail?: ReactNode
  /** Shown next to the title. */
  badge?: ReactNode
  /** Between title and actions, such as a search field; on a phone below them. */
  middle?: ReactNode
  /** Filters and order of a list: in the bar if there is room, else below it. The bar of a list is sticky. */
  filters?: ReactNode
  /** At the end of the top bar, the primary one last. */
  actions?: ReactNode
  /** Whether the page is a form: on a phone its actions stick to the lower edge. */
  isForm?: boolean
  children: ReactNode
}

/** On a phone the title's line (3.75rem) scrolls away and the rest of the bar stays. */
const STICKY =
  'z-20 -mx-1 bg-paper px-1 tall:sticky tall:max-md:-top-[3.75rem] tall:md:top-0 mb-1.5 pb-2.5 max-md:py-2.5 print:static print:m-0 print:px-0'

const FORM_ACTIONS =
  'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:px-5 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]'

/** A page of the manager area: a bar with title and actions, then the content. */
export function ManagerPage({
  title,
  trail,
  badge,
  middle,
  filters,
  actions,
  isForm = false,
  children,
}: ManagerPageProps) {
  const bar = useRef<HTMLDivElement>(null)
  const isList = filters !== undefined
  useBarHeight(bar, isList)
  return (
    <main id="content" className={`px-5 pb-10 md:px-7 print:p-0 ${isForm ? 'max-sm:pb-40' : ''}`}>
      <div
        ref={bar}
        className={`flex flex-wrap items-center gap-x-3 gap-y-2 py-4 md:gap-y-2.5 print:py-0 print:pb-2 ${isList ? `bar:flex-nowrap ${STICKY}` : ''}`}
      >
        {trail && <div className="contents print:hidden">{trail}</div>}
        <h1 dir="auto" className={`min-w-0 text-2xl break-words py-1.5 ${isList ? 'bar:flex-none' : ''}`}>
          {title}
        </h1>
        {badge}
        {middle && (
          <div
            className={`order-last w-full max-w-md min-w-0 md:order-none md:ms-3 md:w-76 grow print:hidden ${isList ? 'bar:flex-[1_1_11rem]' : ''}`}
          >
            {middle}
          </div>
        )}
        {filters && (
          <div className="order-last flex w-full flex-wrap items-center gap-2 max-sm:flex-nowrap bar:order-none bar:ms-auto bar:w-auto bar:flex-none bar:flex-nowrap print:hidden">
            {filters}
          </div>
        )}
        {actions && (
          <div
            data-form-actions={isForm || undefined}
            className={`ms-auto flex flex-wrap items-center justify-end gap-2.5 print:hidden ${isList ? 'bar:ms-0 bar:flex-none' : ''} ${isForm ? FORM_ACTIONS : ''}`}
          >
            {actions}
          </div>
        )}
      </div>
      {children}
    </main>
  )
}
