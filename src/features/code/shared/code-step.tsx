import { useRef, useState } from 'react'
import { CODE_MINUTES } from '#auth/credentials.schema.ts'
import { codeRefusal, proveSchema, readSpent, type SpentCode } from '../code.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { SetOff } from '#ui/set-off.tsx'
import { useProblem } from '#ui/use-problem.tsx'
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
  const problem = useProblem()
  const [spent, setSpent] = useState<SpentCode>()

  const form = useForm({
    schema: proveSchema,
    values: () => ({ code: field.current?.value ?? '' }),
    save: ({ code }) =>
      check(code).catch((thrown: unknown) => {
        const refusal = codeRefusal(fromThrown(thrown), spent)
        setSpent(readSpent(refusal.code) ?? spent)
        throw refusal
      }),
    problem,
  })
  const submit = async () => {
    if (form.isBusy || (await form.submit())) return
    field.current?.focus()
    field.current?.select()
  }

  return (
    <>
      <p className="text-pretty text-muted">
        <SetOff sentence={(part) => m.verify_sent_to({ email: part })} part={email} /> {note}
      </p>
      <form
        {...form.props}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <CodeField
          ref={field}
          label={m.verify_code_label()}
          hint={m.verify_hint({ minutes: CODE_MINUTES })}
          error={problem.text ?? form.problems.code}
          onChange={() => form.clear('code')}
          onComplete={() => void submit()}
        />
        <Button type="submit" isBusy={form.isBusy} className="mt-4 h-12 w-full">
          {m.verify_submit()}
        </Button>
      </form>
      <Resend
        send={send}
        isSpent={spent !== undefined}
        onSent={() => {
          setSpent(undefined)
          form.clear('code')
          field.current?.focus()
        }}
        onFailed={(thrown) => void problem.fail(thrown)}
      />
      {onOther && (
        <button type="button" className="min-h-11 self-start rounded-sm font-semibold text-accent" onClick={onOther}>
          {m.verify_other_address()}
        </button>
      )}
    </>
  )
}
