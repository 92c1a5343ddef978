import { useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import type { CaptchaSettings } from '#features/settings/settings.schema.ts'
import { Button } from '#ui/button.tsx'
import { FieldNote } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { clock, useCountdown } from '#ui/use-countdown.ts'
import { RESEND_SECONDS } from '#features/code/code.schema.ts'
import { useCodeSender } from './use-code-sender.tsx'
import { useProblem } from '#ui/use-problem.tsx'

interface ResendProps {
  email: string
  captcha: CaptchaSettings | null
  redirect: string | undefined
  /** The code is of no use any more: a new one may be sent at once. */
  isSpent: boolean
  onSent: () => void
}

/**
 * Sends the code again: thirty seconds after the last time, until then it counts down. A real form, which sends the
 * address to the first step: without script it can be asked for at once, and comes back here.
 */
export function Resend({ email, captcha, redirect, isSpent, onSent }: ResendProps) {
  const { seconds, start } = useCountdown(RESEND_SECONDS)
  const sender = useCodeSender(captcha)
  const { text: problem, say, fail } = useProblem()
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

  const form = (
    <form
      method="post"
      action="/login"
      onSubmit={(event) => {
        event.preventDefault()
        void resend()
      }}
    >
      <input type="hidden" name="email" value={email} />
      {redirect && <input type="hidden" name="redirect" value={redirect} />}
      {isSpent ? (
        <Button type="submit" isBusy={isBusy} className="h-12 w-full">
          {m.verify_resend_new()}
        </Button>
      ) : (
        <p className="text-[0.8125rem] text-muted">
          {m.verify_resend_lead()}{' '}
          <button
            type="submit"
            aria-disabled={isBusy || undefined}
            className="min-h-11 rounded-sm font-semibold text-accent underline underline-offset-3"
          >
            {m.verify_resend()}
          </button>
        </p>
      )}
    </form>
  )
  if (seconds > 0 && !isSpent)
    return (
      <>
        <p className="mt-5 py-2.5 text-[0.8125rem] text-muted tabular-nums">
          {m.verify_resend_wait({ time: clock(seconds) })}
        </p>
        <noscript>{form}</noscript>
      </>
    )
  return (
    <div className={isSpent ? 'mt-3' : 'mt-5'}>
      {sender.check}
      {form}
      <FieldNote id="resend-note" error={problem} />
    </div>
  )
}
