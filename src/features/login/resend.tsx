import { useEffect, useState } from 'react'
import { sendCode } from '#auth/calls.ts'
import { errorText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { toast } from '#ui/toast.ts'
import { RESEND_SECONDS } from './login.schema.ts'

interface ResendProps {
  email: string
  onSent: () => void
  onFailed: (text: string) => void
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Sends the code again, thirty seconds after the last time; until then it counts down. */
export function Resend({ email, onSent, onFailed }: ResendProps) {
  const [seconds, setSeconds] = useState(RESEND_SECONDS)
  const [isBusy, setIsBusy] = useState(false)
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])

  const resend = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await sendCode(email)
      onSent()
      setSeconds(RESEND_SECONDS)
      void toast({ type: 'success', title: m.verify_resent() })
    } catch (thrown) {
      onFailed(errorText(fromThrown(thrown).code))
    } finally {
      setIsBusy(false)
    }
  }

  if (isWaiting)
    return (
      <p className="mt-5 py-2.5 text-[0.8125rem] text-muted tabular-nums">
        {m.verify_resend_wait({ time: clock(seconds) })}
      </p>
    )
  return (
    <p className="mt-5 text-[0.8125rem] text-muted">
      {m.verify_resend_lead()}{' '}
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        onClick={() => void resend()}
        className="min-h-11 rounded-s font-semibold text-accent underline underline-offset-3"
      >
        {m.verify_resend()}
      </button>
    </p>
  )
}
