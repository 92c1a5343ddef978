import { useState, type ReactNode } from 'react'
import { sentProblem, type SentForm } from '#errors/sent-form.ts'
import { problemText } from '#i18n/problem-text.ts'
import { fromThrown } from '#errors/local-error.ts'
import { recoverFromChunkError } from '#lib/build-watch.ts'
import { isRefusalHandled } from '#lib/refusal.ts'
import { useCountdown } from '#ui/use-countdown.ts'
import { RetryCountdown } from '#ui/retry-countdown.tsx'

/** What went wrong with a form, where it says so. */
export interface FormProblem {
  /** What stands at the field: a sentence, or one that counts down until it may be tried again. */
  text: ReactNode
  /** A limit was reached, and the time has not passed yet. */
  isWaiting: boolean
  /** Says this sentence, or nothing; a limit is forgotten with it. */
  say: (text?: string) => void
  /** The same, but a limit goes on to count down. */
  sayUnlessWaiting: (text?: string) => void
  /** Says why a call failed, unless a dialog of the shell does already. */
  fail: (thrown: unknown) => Promise<void>
}

/** What went wrong with a form, from what was sent without script on. A limit that was reached counts down, and then it goes. */
export function useProblem(sent: SentForm | null = null): FormProblem {
  const wait = useCountdown(sent?.error.retryAfter)
  const [text, setText] = useState(sent && sent.error.retryAfter === undefined ? sentProblem(sent) : undefined)
  const isWaiting = wait.seconds > 0
  const say = (next?: string) => {
    setText(next)
    wait.start(0)
  }
  return {
    text: isWaiting ? <RetryCountdown seconds={wait.seconds} /> : text,
    isWaiting,
    say,
    sayUnlessWaiting: (next) => isWaiting || say(next),
    fail: async (thrown) => {
      const error = fromThrown(thrown)
      // The page that comes in its place has what was typed.
      if (await recoverFromChunkError(thrown)) return
      const [field] = Object.values(error.fields)
      if (error.retryAfter !== undefined) {
        setText(undefined)
        wait.start(error.retryAfter)
      } else if (!isRefusalHandled(error)) say(field ? problemText(field) : error.message)
    },
  }
}
