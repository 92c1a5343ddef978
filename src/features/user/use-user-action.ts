import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast, toast } from '#ui/toast.ts'
import { useForgetUser } from './user.data.ts'
import type { User } from './user.schema.ts'
import { userWord } from './user-word.ts'

interface UserAction {
  isBusy: boolean
  /** Makes the call and answers whether it went well; while one is under way it makes none. A toast says what failed. */
  run: (call: () => Promise<unknown>) => Promise<boolean>
}

/** Something that a manager does to a user, one at a time; `failure` says what did not work. */
export function useUserAction(user: Pick<User, 'id'>, failure: string): UserAction {
  const router = useRouter()
  const forget = useForgetUser()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (call: () => Promise<unknown>) => {
    if (isBusy) return false
    setIsBusy(true)
    prepareToast()
    try {
      await call()
      return true
    } catch (thrown) {
      toastFailure(failure, thrown)
      if (fromThrown(thrown).code === 'NOT_FOUND') {
        // Somebody else was faster: the page says so.
        await forget(user.id)
        await router.invalidate()
      }
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

/** Says what was done to a user, and where the mail could not be sent, that nobody was told. */
export const toastDone = (title: string, user: Pick<User, 'name' | 'email'>, isTold: boolean | null): void =>
  void toast(
    isTold === false
      ? { type: 'warning', title, description: m.user_untold({ name: userWord(user) }), duration: 8000 }
      : { type: 'success', title },
  )
