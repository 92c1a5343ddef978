import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#errors/local-error.ts'
import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

interface PanelErrorProps {
  /** What could not be loaded. */
  title: string
  error: Error
  isBusy: boolean
  onRetry: () => void
}

/** Replaces a panel's rows that could not be loaded: why, and a button to try again. */
export function PanelError({ title, error, isBusy, onRetry }: PanelErrorProps) {
  return (
    <div role="alert" className="mt-2">
      <p className="font-medium">{title}</p>
      <p className="text-sm text-muted">{fromThrown(error).message}</p>
      <Button look="second" isBusy={isBusy} className="mt-3" onClick={onRetry}>
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
