import { useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { CODE_ATTEMPTS, CODE_MINUTES, codeSchema } from '#base/auth/credentials.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { KeptCodeNote } from '#kit/installation/shared/kept-code-note.tsx'
import type { SentForm } from '#base/errors/sent-form.ts'
import { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { Button } from '#base/ui/button.tsx'
import { CodeField } from '#base/ui/form/code-field.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { Emphasized, Sentence } from '#base/ui/sentence.tsx'
import { useProblem, type FormProblem } from '#base/ui/form/use-problem.tsx'
import { codeRefusal, spentRefusal } from '../code.schema.ts'
import { CodeResend } from '../code-resend.tsx'

interface CodeFormProps {
  /** Address to which the code was mailed. */
  email: string
  note?: string | undefined
  check: (code: string) => Promise<void>
  /** Sends the code again; resolves to false when the user cancelled. */
  send: () => Promise<unknown>
  /** Shown where a new code is requested. */
  captcha?: ReactNode
  /** For a page that works without script: the targets of its two forms, and the submitted form. */
  native?: { action: string; sent: SentForm | null; resend: { action: string; fields: Record<string, string> } }
}

/** What is said from a number of wrong tries on. */
const TRIES_LEFT: Record<number, (() => string) | undefined> = {
  [CODE_ATTEMPTS - 2]: m.code_two_left,
  [CODE_ATTEMPTS - 1]: m.code_one_left,
}

/** The message of a refused code, with the tries that are left; a countdown says all that counts until it has ended. */
const withTries = ({ text, isWaiting }: FormProblem, wrong: number): ReactNode =>
  !text || isWaiting || !TRIES_LEFT[wrong] ? (
    text
  ) : (
    <>
      {text} {TRIES_LEFT[wrong]()}
    </>
  )

const noMoreTries = () => new AppError({ code: 'TOO_MANY_ATTEMPTS', status: 403, message: m.error_TOO_MANY_ATTEMPTS() })

const formSchema = z.object({ code: codeSchema })

/** The form for a mailed code of the sign-in, a reauthentication or a new address: submits after the sixth digit, and can send the code again. */
export function CodeForm({ email, note, check, send, captcha, native }: CodeFormProps) {
  const sendsMail = useSendsMail()
  const field = useRef<HTMLInputElement>(null)
  const problem = useProblem(native?.sent)
  const [spent, setSpent] = useState(spentRefusal(native?.sent?.error))
  // Counted here, since the server must not say whether there is a code for an address.
  const [wrong, setWrong] = useState(0)
  const form = useForm({
    schema: formSchema,
    values: () => ({ code: field.current?.value }),
    // Leaving asks nothing: a typed code can be typed again, and a new one asked for.
    isChanged: () => false,
    save: ({ code }) =>
      check(code).catch((thrown: unknown) => {
        const answered = fromThrown(thrown)
        const isWrong = answered.code === 'INVALID_OTP'
        const isLast = isWrong && wrong + 1 >= CODE_ATTEMPTS
        const refusal = codeRefusal(answered, spent ?? (isLast ? noMoreTries() : undefined))
        if (isWrong) setWrong(wrong + 1)
        setSpent(spentRefusal(refusal) ?? spent)
        throw refusal
      }),
    problem,
  })

  const backToField = () => {
    field.current?.focus()
    field.current?.select()
  }
  const submit = async () => {
    if (form.isBusy || (await form.submit())) return
    backToField()
  }

  return (
    <>
      <p className="text-pretty text-muted">
        <Sentence
          text={sendsMail ? m.verify_sent_to : m.verify_code_for}
          parts={{ email: <Emphasized>{email}</Emphasized> }}
        />{' '}
        {sendsMail || <KeptCodeNote />} {note}
      </p>
      <Form
        {...(native && { method: 'post', action: native.action })}
        {...form.props}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {native && spent && <input type="hidden" name="spent" value={spent.code} />}
        <CodeField
          ref={field}
          label={m.verify_code_label()}
          hint={m.verify_hint({ minutes: CODE_MINUTES })}
          error={form.problems.code ?? withTries(problem, wrong)}
          defaultValue={native?.sent?.values.code}
          onChange={() => form.clear('code')}
          onComplete={() => void submit()}
        />
        <Button type="submit" look={spent ? 'second' : 'primary'} isBusy={form.isBusy} className="mt-4 min-h-12 w-full">
          {m.verify_submit()}
        </Button>
      </Form>
      <CodeResend
        send={send}
        captcha={captcha}
        native={native?.resend}
        isSpent={spent !== undefined}
        onSent={() => {
          // A code that is still valid is sent again with the tries that are left: only a spent one gives new tries.
          if (spent) setWrong(0)
          setSpent(undefined)
          form.clear('code')
          // A wait for the code before has ended: the new one may be tried.
          problem.say()
          backToField()
        }}
      />
    </>
  )
}
