import { useRef, useState } from 'react'
import { CODE_MINUTES, codeSchema } from '#auth/credentials.schema.ts'
import { codeRefusal, readSpent, type SpentCode } from '../code.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { SetOff } from '#ui/set-off.tsx'
import { useAttempt } from '#ui/use-attempt.ts'
import { Resend } from '../resend.tsx'

interface CodeStepProps {
  /** Where the code went. */
  email: string
  note?: string
  /** Sends the code again. */
  send: () => Promise<unknown>
  check: (code: string) => Promise<void>
  /** Leads back to another address. */
  onOther?: () => void
}

/** The code that went to an address; it is checked when the sixth digit is there. */
export function CodeStep({ email, note, send, check, onOther }: CodeStepProps) {
  const field = useRef<HTMLInputElement>(null)
  const { isBusy, error, setError, run, fail } = useAttempt()
  const [spent, setSpent] = useState<SpentCode>()

  const submit = async () => {
    if (isBusy) return
    const code = codeSchema.safeParse(field.current?.value ?? '')
    if (code.success) {
      const isRight = await run(() =>
        check(code.data).catch((thrown: unknown) => {
          const refusal = codeRefusal(fromThrown(thrown), spent)
          setSpent(readSpent(refusal.code) ?? spent)
          throw refusal
        }),
      )
      if (isRight) return
    } else {
      const problem = problemsOf(code.error.issues)['']
      setError(problem && problemText(problem))
    }
    field.current?.focus()
    field.current?.select()
  }

  return (
    <>
      <p className="text-pretty text-muted">
        <SetOff sentence={(part) => m.verify_sent_to({ email: part })} part={email} /> {note}
      </p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <CodeField
          ref={field}
          label={m.verify_code_label()}
          hint={m.verify_hint({ minutes: CODE_MINUTES })}
          error={error}
          onChange={() => setError(undefined)}
          onComplete={() => void submit()}
        />
        <Button type="submit" isBusy={isBusy} className="mt-4 h-12 w-full">
          {m.verify_submit()}
        </Button>
      </form>
      <Resend
        send={send}
        isSpent={spent !== undefined}
        onSent={() => {
          setSpent(undefined)
          setError(undefined)
          field.current?.focus()
        }}
        onFailed={(thrown) => void fail(thrown)}
      />
      {onOther && (
        <button type="button" className="min-h-11 self-start rounded-sm font-semibold text-accent" onClick={onOther}>
          {m.verify_other_address()}
        </button>
      )}
    </>
  )
}
