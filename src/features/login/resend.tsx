import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import type { CaptchaSettings } from '#features/settings/settings.schema.ts'
import { Button } from '#ui/button.tsx'
import { FieldNote } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { clock, useCountdown } from '#ui/use-countdown.ts'
import { RESEND_SECONDS } from './login.schema.ts'
import { useCodeSender } from './use-code-sender.tsx'
import { useProblem } from '#ui/use-problem.tsx'

interface ResendProps {
  email: string
  captcha: CaptchaSettings | null
  /** The code is of no use any more: a new one may be sent at once. */
  isSpent: boolean
  onSent: () => void
}

/** Sends the code again: thirty seconds after the last time, until then it counts down. */
export function Resend({ email, captcha, isSpent, onSent }: ResendProps) {
  const { seconds, start } = useCountdown(RESEND_SECONDS)
  const sender = useCodeSender(captcha)
  const { problem, say, fail } = useProblem()
  const [isBusy, setIsBusy] = useState(false)

  const resend = async () => {
    if (isBusy) return
    say()
    setIsBusy(true)
    try {
      if (!(await sender.send(email))) return
      start(RESEND_SECONDS)
      void toast({ type: 'success', title: m.verify_resent() })
      onSent()
    } catch (thrown) {
      await fail(thrown)
    } finally {
      setIsBusy(false)
    }
  }

  if (seconds > 0 && !isSpent)
    return (
      <p className="mt-5 py-2.5 text-[0.8125rem] text-muted tabular-nums">
        {m.verify_resend_wait({ time: clock(seconds) })}
      </p>
    )
  return (
    <div className={isSpent ? 'mt-3' : 'mt-5'}>
      {sender.check}
      {isSpent ? (
        <Button isBusy={isBusy} className="h-12 w-full" onClick={() => void resend()}>
          {m.verify_resend_new()}
        </Button>
      ) : (
        <p className="text-[0.8125rem] text-muted">
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
      )}
      <FieldNote id="resend-note" error={problem} />
    </div>
  )
}
