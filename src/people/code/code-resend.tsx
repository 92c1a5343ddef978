import type { ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { formatCountdown, useCountdown } from '#base/ui/state/use-countdown.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { RESEND_SECONDS } from './code.schema.ts'

interface CodeResendProps {
  /** Sends the code again; resolves to false when the user cancelled. */
  send: () => Promise<unknown>
  captcha: ReactNode
  /** Target and fields of the form without script. */
  native: { action: string; fields: Record<string, string> } | undefined
  /** The code cannot be used any more, so a new one may be sent at once. */
  isSpent: boolean
  onSent: () => void
}

/** Sends a code again, after a countdown of 30 seconds. Without script there is no countdown. */
export function CodeResend({ send, captcha, native, isSpent, onSent }: CodeResendProps) {
  const sendsMail = useSendsMail()
  const { seconds, start } = useCountdown(RESEND_SECONDS)
  const problem = useProblem()
  const { run, isBusy } = useAction(
    async () => {
      if ((await send()) === false) return
      start(RESEND_SECONDS)
      void toast({ type: 'success', title: sendsMail ? m.verify_resent() : m.verify_outbox_done() })
      onSent()
    },
    { problem },
  )

  const form = (
    <Form
      isChanged={false}
      {...(native && { method: 'post', action: native.action })}
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      {Object.entries(native?.fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isSpent ? (
        <Button type="submit" isBusy={isBusy} className="min-h-12 w-full">
          {m.verify_resend_new()}
        </Button>
      ) : (
        <p className="text-[0.8125rem] text-muted">
          {sendsMail ? m.verify_resend_lead() : m.verify_outbox_lead()}{' '}
          <button
            type="submit"
            aria-disabled={isBusy || undefined}
            className="min-h-11 rounded-sm font-semibold text-accent underline underline-offset-3"
          >
            {sendsMail ? m.verify_resend() : m.verify_outbox_again()}
          </button>
        </p>
      )}
    </Form>
  )
  if (seconds > 0 && !isSpent)
    return (
      <>
        <p className="py-2.5 text-[0.8125rem] text-muted tabular-nums noscript:hidden">
          {(sendsMail ? m.verify_resend_wait : m.verify_outbox_wait)({ time: formatCountdown(seconds) })}
        </p>
        {native && <noscript>{form}</noscript>}
      </>
    )
  return (
    <div>
      {captcha}
      {form}
      <FieldNote id="resend-note" error={problem.text} />
    </div>
  )
}
