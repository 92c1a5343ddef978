import { useState } from 'react'
import { RESEND_SECONDS } from './code.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { useAction } from '#ui/use-action.ts'
import { clock, useCountdown } from '#ui/use-countdown.ts'
import { Wait } from '#ui/wait.tsx'

interface ResendProps {
  /** Sends the code again; may throw. */
  send: () => Promise<unknown>
  /** The code is of no use any more: a new one may be sent at once. */
  isSpent: boolean
  onSent: () => void
  onFailed: (thrown: unknown) => void
}

/** Sends a code again, thirty seconds after the last time; until then, and while a limit lasts, it counts down. */
export function Resend({ send, isSpent, onSent, onFailed }: ResendProps) {
  const { seconds, start } = useCountdown(RESEND_SECONDS)
  const [isLimited, setIsLimited] = useState(false)
  const { run, isBusy } = useAction(
    async () => {
      await send()
      setIsLimited(false)
      start(RESEND_SECONDS)
      onSent()
    },
    {
      success: m.verify_resent(),
      onRefused: ({ retryAfter = 0 }, thrown) => {
        setIsLimited(retryAfter > 0)
        if (retryAfter > 0) start(retryAfter)
        else onFailed(thrown)
        return true
      },
    },
  )

  if (seconds > 0 && (isLimited || !isSpent))
    return (
      <p className="py-2.5 text-[0.8125rem] text-muted tabular-nums">
        {isLimited ? <Wait seconds={seconds} /> : m.verify_resend_wait({ time: clock(seconds) })}
      </p>
    )
  if (isSpent)
    return (
      <Button look="second" isBusy={isBusy} className="h-12" onClick={() => void run()}>
        {m.verify_resend_new()}
      </Button>
    )
  return (
    <p className="text-[0.8125rem] text-muted">
      {m.verify_resend_lead()}{' '}
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => void run()}
        className="min-h-11 rounded-sm font-semibold text-accent underline underline-offset-3"
      >
        {m.verify_resend()}
      </button>
    </p>
  )
}
