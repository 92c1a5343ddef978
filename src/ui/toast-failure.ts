import { explain } from '#i18n/error-words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { isAnswered } from '#lib/refusal.ts'
import { toast } from './toast.ts'

/** An error toast: what failed, and why in the words of what was thrown. Silent where a dialog answers already. */
export function toastFailure(title: string, thrown: unknown): void {
  const error = fromThrown(thrown)
  if (!isAnswered(error)) void explain(error).then((description) => toast({ type: 'error', title, description }))
}
