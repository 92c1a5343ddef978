import { useEffect, useState, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { suspectConnection } from '#base/lib/connection/connection.ts'
import { ANSWER_PATIENCE } from '#base/lib/connection/without-answer.ts'
import { Button } from '#base/ui/button.tsx'
import { Skeleton } from '#base/ui/state/skeleton.tsx'
import { MessagePage } from './message-page.tsx'

interface PendingProps {
  /** Width and padding of the page. */
  className?: string
  children: ReactNode
}

const READER = 'mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8'
const MANAGER = 'px-5 py-5 md:px-7'

/** The outline of a page, and after a while a sentence: also the code of the page may be what does not come. */
export function UntilLate({ children }: { children: ReactNode }) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsLate(true)
      suspectConnection()
    }, ANSWER_PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return children
  return (
    <MessagePage
      title={m.page_late_title()}
      text={m.page_late_text()}
      action={<Button onClick={() => location.reload()}>{m.common_try_again()}</Button>}
    />
  )
}

/** The outline of a page while it loads. */
function Pending({ className = READER, children }: PendingProps) {
  return (
    <UntilLate>
      <main id="content" aria-busy="true" className={className}>
        <span className="sr-only" role="status">
          {m.common_loading()}
        </span>
        {children}
      </main>
    </UntilLate>
  )
}

const times = (count: number, draw: (index: number) => ReactNode): ReactNode[] =>
  Array.from({ length: count }, (_, index) => draw(index))

/** Bars with these classes. */
const bars = (...classes: string[]): ReactNode[] =>
  classes.map((className) => <Skeleton key={className} className={className} />)

const TITLE = 'h-9 w-44'
const SEARCH_FIELD = 'mt-4 h-12 w-full max-w-2xl'

/** A panel: its border and some lines. */
const box = (className: string, index?: number): ReactNode => (
  <div key={index} className={`rounded-md border border-line bg-raised p-4.5 ${className}`}>
    {bars('h-5 w-28', 'mt-4 h-4 w-4/5', 'mt-3 h-4 w-3/5')}
  </div>
)
const tile = (index: number): ReactNode => (
  <span key={index}>{bars('aspect-2/3 w-full', 'mt-3 h-4 w-4/5', 'mt-1.5 h-3.5 w-3/5')}</span>
)

/** Any page: a title and something below it. */
export function PendingPage() {
  return (
    <Pending>
      {bars(TITLE)}
      {box('mt-6 max-w-2xl')}
    </Pending>
  )
}

/** The reader's home: greeting, search field, a row of books. */
export function PendingHome() {
  return (
    <Pending>
      {bars(TITLE, 'mt-2 h-5 w-40', SEARCH_FIELD, 'mt-7 mb-4 h-5 w-32')}
      <div className="grid auto-cols-[8.4rem] grid-flow-col gap-4 overflow-hidden md:auto-cols-[10rem] md:gap-6">
        {times(8, tile)}
      </div>
    </Pending>
  )
}

/** The reader's list: search field, letters, and covers in the columns of `LIBRARY` in `book-tile.tsx`. */
export function PendingBookList() {
  return (
    <Pending>
      {bars(TITLE, SEARCH_FIELD, 'mt-4 h-4 w-36', 'mt-10 mb-7 h-4 w-full')}
      <div className="grid grid-cols-2 gap-x-4 gap-y-6 min-[34rem]:grid-cols-4 sm:gap-x-6 min-[60rem]:grid-cols-5">
        {times(12, tile)}
      </div>
    </Pending>
  )
}

/** The account: panels below each other. */
export function PendingAccount({ className = READER }: { className?: string }) {
  return (
    <Pending className={className}>
      <div className="max-w-2xl">
        {bars(TITLE)}
        {times(3, (index) => box('mt-4', index))}
      </div>
    </Pending>
  )
}

export const PendingManagerAccount = () => <PendingAccount className={MANAGER} />

/** The bar of a manager's page: its title, and what can be done. */
const bar = (margin = 'mb-5'): ReactNode => (
  <div className={`flex justify-between gap-4 ${margin}`}>{bars(TITLE, 'h-11 w-32')}</div>
)

const rows: ReactNode = (
  <div className="rounded-md border border-line bg-raised">
    {times(12, (index) => (
      <div key={index} className="flex h-14 items-center justify-between gap-4 border-line px-4 not-last:border-b">
        {bars('h-4 w-2/5', 'h-4 w-1/6')}
      </div>
    ))}
  </div>
)

/** A page of rows in the manager area: the bar and rows. */
export function PendingRows() {
  return (
    <Pending className={MANAGER}>
      {bar()}
      {bars('mb-4 h-4 w-36')}
      {rows}
    </Pending>
  )
}

/** A list with a search and filters (`ManagerPage`), which on a phone stand below the title. */
export function PendingList() {
  return (
    <Pending className="px-5 py-2.5 md:px-7 md:py-4">
      {bar('mb-2 md:mb-4')}
      <div className="grid gap-2 md:hidden">{bars('h-11 w-full', 'h-11 w-3/5')}</div>
      {bars('my-3 h-4 w-36')}
      {rows}
    </Pending>
  )
}

/** A manager's page of one thing, or the form to change it. */
export function PendingDetail() {
  return (
    <Pending className={MANAGER}>
      {bar()}
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_18rem]">{times(2, (index) => box('h-72', index))}</div>
    </Pending>
  )
}

/** The dashboard: figures, charts, lists. */
export function PendingDashboard() {
  return (
    <Pending className={MANAGER}>
      {bar()}
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {times(4, (index) => box('h-28 overflow-hidden', index))}
      </div>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">{times(4, (index) => box('h-72', index))}</div>
    </Pending>
  )
}
