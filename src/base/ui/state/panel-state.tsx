import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { fromThrown } from '#base/errors/local-error.ts'
import { Button } from '../button.tsx'
import { Skeleton } from './skeleton.tsx'
import { useLoadError, type UnloadedQuery } from './use-load-error.ts'

interface PanelStateProps {
  /** What could not be loaded. */
  title: string
  query: UnloadedQuery
  /** Shown until loading has failed, instead of a skeleton. */
  children?: ReactNode
}

/** Replaces the rows of a panel without data: that they load, or why they did not, and a button to try again. */
export function PanelState({ title, query, children }: PanelStateProps) {
  const error = useLoadError(query)
  if (!error) return children ?? <PanelLoading />
  return (
    <div role="alert" className="mt-2">
      <p className="font-medium">{title}</p>
      <p className="text-sm text-muted">{fromThrown(error).message}</p>
      <Button look="second" isBusy={query.isFetching} className="mt-3" onClick={() => void query.refetch()}>
        {m.common_try_again()}
      </Button>
    </div>
  )
}

/** Replaces a panel's rows while they load. */
export function PanelLoading() {
  return (
    <div className="mt-4 flex flex-col gap-2" aria-busy="true">
      <span className="sr-only" role="status">
        {m.common_loading()}
      </span>
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-4 w-28" />
    </div>
  )
}
