import { m } from '#base/i18n/paraglide/messages.js'
import { Sentence } from '../sentence.tsx'
import { formatCountdown } from './use-countdown.ts'

/**
 * "Try again in 4:32", with the time wherever the translation puts it. Announced once in an alert, because `role=timer`
 * is silent.
 */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const timer = (
    <span role="timer" className="tabular-nums">
      {formatCountdown(seconds)}
    </span>
  )
  return <Sentence text={m.error_wait} parts={{ time: timer }} />
}
