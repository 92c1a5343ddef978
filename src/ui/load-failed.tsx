import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#errors/local-error.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailedProps {
  /** What could not be loaded. */
  title: string
  error: Error
  onRetry: () => void
}

/** Replaces a list that could not be loaded: why, and a button to try again. */
export function LoadFailed({ title, error, onRetry }: LoadFailedProps) {
  return (
    <EmptyState
      title={title}
      text={fromThrown(error).message}
      action={<Button onClick={onRetry}>{m.common_try_again()}</Button>}
    />
  )
}
