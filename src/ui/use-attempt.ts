import { useState, type ReactNode } from 'react'
import { useProblem } from './use-problem.tsx'

export interface Attempt {
  isBusy: boolean
  /** What stands at the field: a limit that was reached counts down, and then it goes. */
  error: ReactNode
  /** Says what is wrong, or nothing; a limit lasts all the same. */
  setError: (text: string | undefined) => void
  /** Makes the call and answers whether it went well; while one is under way or a limit lasts, it makes none. */
  run: (call: () => Promise<unknown>) => Promise<boolean>
  /** Says why a call failed. Silent where a dialog of the shell answers already. */
  fail: (thrown: unknown) => Promise<void>
}

/** A call that a form makes, one at a time, with what went wrong in words. */
export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false)
  const { text: problem, isWaiting, say, fail } = useProblem()

  const setError = (text: string | undefined) => {
    if (!isWaiting) say(text)
  }
  const run = async (call: () => Promise<unknown>) => {
    if (isBusy || isWaiting) return false
    say()
    setIsBusy(true)
    try {
      await call()
      return true
    } catch (thrown) {
      await fail(thrown)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, error: problem, setError, run, fail: async (thrown) => void (await fail(thrown)) }
}
