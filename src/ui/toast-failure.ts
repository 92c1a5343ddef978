import { fromThrown } from '#errors/local-error.ts'
import { recoverFromChunkError } from '#lib/build-watch.ts'
import { isRefusalHandled } from '#lib/refusal.ts'
import { toast } from './toast.ts'

interface Telling {
  /** The page says why, where it stays: the toast says only what failed. */
  isExplained?: boolean
}

/** An error toast: what failed, and why in the words of what was thrown. Silent where a dialog answers already. */
export function toastFailure(title: string, thrown: unknown, { isExplained = false }: Telling = {}): void {
  const error = fromThrown(thrown)
  if (isRefusalHandled(error)) return
  void recoverFromChunkError(thrown)
  void toast({ type: 'error', title, ...(!isExplained && { description: error.message }) })
}
