import type { ReactNode } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { ListStatus } from './list-status.tsx'
import { LoadMore } from './load-more.tsx'
import type { Growing } from './use-growing-list.ts'
import { useScrollBack } from './use-list-scroll-position.ts'

interface ListBodyProps {
  list: Growing<unknown>
  /** How many have come is read out at the end of the list. */
  isCounted?: boolean
  /** Leaves out the number of shown rows beside 'Load more'. */
  isShort?: boolean
  /** Stands below 'Load more'. */
  after?: ReactNode
  /** The rows. */
  children: ReactNode
}

/** The rows of a list that grows, pale while another list is on its way, and 'Load more'. */
export function ListBody({ list, isCounted = false, isShort = false, after, children }: ListBodyProps) {
  const { items, total, hasMore, moreError } = list
  useScrollBack(list)
  return (
    <div
      aria-busy={list.isStale || undefined}
      className="transition-opacity duration-150 aria-busy:opacity-60 aria-busy:delay-200"
    >
      {children}
      <LoadMore
        hasMore={hasMore}
        {...(isCounted && { count: items.length })}
        isBusy={list.isLoadingMore}
        error={moreError && fromThrown(moreError).message}
        onLoad={list.loadMore}
      >
        {!isShort && <ListStatus count={items.length} total={total} isSilent />}
      </LoadMore>
      {after}
    </div>
  )
}
