import { useRouter } from '@tanstack/react-router'
import { UNDO_TIME, useUndoLast } from '#kit/activity/undo/undo.data.ts'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { AppError } from '#base/errors/app-error.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useForgetUser, useRefreshUsers } from '../user.data.ts'
import type { User } from '../user.schema.ts'
import { userWord } from '../user-word.ts'

/** For `onRefused` of an action: if the user was deleted meanwhile, the page says so. */
export function useGoneUser({ id }: Pick<User, 'id'>): (error: AppError) => boolean {
  const router = useRouter()
  const forget = useForgetUser()
  return ({ code }) => {
    if (code === 'NOT_FOUND') void forget(id).then(() => router.invalidate())
    return false
  }
}

/** `useGoneUser` for a dialog that acts on a version of a user: on CONFLICT it closes, and the page is refetched. */
export function useStaleUser({ id }: Pick<User, 'id'>, onClose: () => void): (error: AppError) => boolean {
  const onGone = useGoneUser({ id })
  const refresh = useRefreshUsers()
  return (error) => {
    if (error.code === 'CONFLICT') {
      onClose()
      void refresh()
    }
    return onGone(error)
  }
}

/** Milliseconds for a sentence with names. */
const READING_TIME = 8000

type ToastButton = ReturnType<ReturnType<typeof useUndoLast>>

/** For a toast about a change of a user, which says whether the mail about it reached nobody. */
export function useToastDone() {
  const sendsMail = useSendsMail()
  return (
    title: string,
    user: Pick<User, 'name' | 'email'>,
    isTold: boolean | null,
    { action, merged }: { action?: ToastButton | undefined; merged?: string | undefined } = {},
  ): void => {
    const isUntold = isTold !== null && !(isTold && sendsMail)
    const untoldWord = sendsMail ? m.user_untold : m.user_untold_outbox
    const description = [merged, isUntold ? untoldWord({ name: userWord(user) }) : undefined]
      .filter((text) => text !== undefined)
      .join(' · ')
    void toast({
      type: isUntold ? 'warning' : 'success',
      title,
      ...(description && { description, duration: READING_TIME }),
      ...(action && { action, duration: UNDO_TIME }),
    })
  }
}

/** `useToastDone` with the button 'Undo'. */
export function useToastWithUndo() {
  const undo = useUndoLast('user')
  const toastDone = useToastDone()
  return (
    title: string,
    user: Pick<User, 'id' | 'name' | 'email'>,
    isTold: boolean | null,
    /** What was merged with it, as of `useMergedDraft`. */
    merged?: string,
  ): void => toastDone(title, user, isTold, { action: undo(user.id), merged })
}
