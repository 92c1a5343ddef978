import { useState, type ReactNode } from 'react'
import { sentProblem, type SentForm } from '#base/errors/sent-form.ts'
import { problemText } from '#base/i18n/problem-text.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { recoverFromChunkError } from '#base/lib/connection/build-watch.ts'
import { isRefusalHandled } from '#base/lib/form/refusal.ts'
import { useCountdown } from '#base/ui/state/use-countdown.ts'
import { RetryCountdown } from '#base/ui/state/retry-countdown.tsx'

/** The error message of a form. */
export interface FormProblem {
  /** The message, or one with a countdown until the next attempt is allowed. */
  text: ReactNode
  /** Whether a limit was reached and has not expired. */
  isWaiting: boolean
  /** Sets or clears the message; ends a countdown. */
  say: (text?: string) => void
  /** As `say`, but a running countdown stays. */
  sayUnlessWaiting: (text?: string) => void
  /** Shows why a call failed, unless a dialog of the shell does. */
  fail: (thrown: unknown) => Promise<void>
}

/**
 * The error message of a form, starting with that of a form submitted without script. A limit counts down and then
 * disappears.
 */
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
      // The reloaded page restores the draft.
      if (await recoverFromChunkError(thrown)) return
      const [field] = Object.values(error.fields)
      if (error.retryAfter !== undefined) {
        setText(undefined)
        wait.start(error.retryAfter)
      } else if (!isRefusalHandled(error)) say(field ? problemText(field) : error.message)
    },
  }
}
