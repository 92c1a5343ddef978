import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { fromThrown } from '#base/errors/local-error.ts'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'
import { useLoadError, type UnloadedQuery } from './use-load-error.ts'

interface LoadFailedProps {
  /** What could not be loaded. */
  title: string
  query: UnloadedQuery
  /** Shown until loading has failed. */
  children?: ReactNode
}

/** Stands in for a list without data: once it could not be loaded, why, and a button to try again. */
export function LoadFailed({ title, query, children }: LoadFailedProps) {
  const error = useLoadError(query)
  if (!error) return children
  return (
    <EmptyState
      title={title}
      text={fromThrown(error).message}
      action={
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          {m.common_try_again()}
        </Button>
      }
    />
  )
}
