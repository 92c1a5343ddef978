import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'

interface LoadMoreProps {
  /** Whether the list has more rows. */
  hasMore: boolean
  /** Rows that are shown: how many have come is read out. */
  count?: number
  isBusy: boolean
  /** Why the last attempt failed; then the button tries again. */
  error: ReactNode
  onLoad: () => void
  /** How many are shown: stands beside the button. */
  children?: ReactNode
}

/** The end of a list that grows. It takes the focus (`keepFocus`) when the last page has come and the button goes. */
export function LoadMore({ hasMore, count, isBusy, error, onLoad, children }: LoadMoreProps) {
  // The number of rows when more were asked for.
  const [before, setBefore] = useState<number>()
  const came = before === undefined || count === undefined ? 0 : count - before
  return (
    <div tabIndex={-1} className="outline-none [overflow-anchor:none]">
      <p aria-live="polite" className="sr-only">
        {came > 0 && m.list_more_came({ shown: formatNumber(came) })}
      </p>
      {hasMore && (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden noscript:hidden">
          <Button
            look="second"
            isBusy={isBusy}
            onClick={() => {
              setBefore(count)
              onLoad()
            }}
          >
            {error ? m.common_try_again() : m.list_load_more()}
          </Button>
          {children}
          {error && (
            <p role="alert" className="w-full text-sm text-danger">
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

interface LoadMoreOfProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >
  count?: number
}

/** `LoadMore` of a query. */
export const LoadMoreOf = ({ query, ...rest }: LoadMoreOfProps) => (
  <LoadMore
    {...rest}
    hasMore={query.hasNextPage}
    isBusy={query.isFetchingNextPage}
    error={query.isFetchNextPageError && fromThrown(query.error).message}
    onLoad={() => void query.fetchNextPage()}
  />
)
