import { useRouter } from '@tanstack/react-router'
import { UNDO_TIME, useUndoLast } from '#features/activity/undo/undo.data.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { AppError } from '#errors/app-error.ts'
import { toast } from '#ui/toast.tsx'
import { useForgetUser } from './user.data.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

/** For `onRefused` of an action: if the user was deleted meanwhile, the page says so. */
export function useGoneUser({ id }: Pick<User, 'id'>): (error: AppError) => boolean {
  const router = useRouter()
  const forget = useForgetUser()
  return ({ code }) => {
    if (code === 'NOT_FOUND') void forget(id).then(() => router.invalidate())
    return false
  }
}

type ToastButton = ReturnType<ReturnType<typeof useUndoLast>>

/** Shows a toast about a change of a user, and whether the mail about it failed. */
export function toastDone(
  title: string,
  user: Pick<User, 'name' | 'email'>,
  isTold: boolean | null,
  action?: ToastButton,
): void {
  const options = action && { action, duration: UNDO_TIME }
  void toast(
    isTold === false
      ? { type: 'warning', title, description: m.user_untold({ name: userWord(user) }), duration: 8000, ...options }
      : { type: 'success', title, ...options },
  )
}

/** The same with the button 'Undo'. */
export function useToastWithUndo() {
  const undo = useUndoLast('user')
  return (title: string, user: Pick<User, 'id' | 'name' | 'email'>, isTold: boolean | null): void =>
    toastDone(title, user, isTold, undo(user.id))
}
