import { fromThrown } from '#errors/local-error.ts'
import { recoverFromChunkError } from '#lib/build-watch.ts'
import { isRefusalHandled } from '#lib/refusal.ts'
import { toast } from './toast.ts'

interface ToastFailureOptions {
  /** The page shows the reason: the toast says only what failed. */
  isExplained?: boolean
}

/** An error toast: what failed, and the message of the error. Shows nothing if a dialog handles the error. */
export function toastFailure(title: string, thrown: unknown, { isExplained = false }: ToastFailureOptions = {}): void {
  const error = fromThrown(thrown)
  if (isRefusalHandled(error)) return
  void recoverFromChunkError(thrown)
  void toast({ type: 'error', title, ...(!isExplained && { description: error.message }) })
}
