import { m } from '#i18n/paraglide/messages.js'
import { formatCountdown } from './use-countdown.ts'

/**
 * "Try again in 4:32", with the time wherever the translation puts it. Announced once in an alert, because `role=timer`
 * is silent.
 */
export function RetryCountdown({ seconds }: { seconds: number }) {
  const [before, after] = m.error_wait({ time: '\u0000' }).split('\u0000')
  return (
    <>
      {before}
      <span role="timer" className="tabular-nums">
        {formatCountdown(seconds)}
      </span>
      {after}
    </>
  )
}
