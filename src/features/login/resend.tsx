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
  const [sentAt, setSentAt] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const isWaiting = seconds > 0
  useEffect(() => {
    // By the clock, not by counting: a phone stops the timers of a page in the background.
    const end = (sentAt ?? Date.now()) + RESEND_SECONDS * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setSeconds(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [sentAt])

  const resend = async () => {
    if (isBusy) return
    setIsBusy(true)
    try {
      await sendCode(email)
      onSent()
      setSeconds(RESEND_SECONDS)
      setSentAt(Date.now())
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
        className="min-h-11 rounded-sm font-semibold text-accent underline underline-offset-3"
      >
        {m.verify_resend()}
      </button>
    </p>
  )
}
