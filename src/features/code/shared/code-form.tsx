import { useRef, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { CODE_MINUTES, codeSchema } from '#auth/credentials.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { useSendsMail } from '#features/settings/settings.data.ts'
import type { SentForm } from '#errors/sent-form.ts'
import { fromThrown } from '#errors/local-error.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/form/code-field.tsx'
import { Form } from '#ui/form/form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Emphasized, Sentence } from '#ui/sentence.tsx'
import { useProblem } from '#ui/form/use-problem.tsx'
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

const formSchema = z.object({ code: codeSchema })

/** The form for a mailed code of the sign-in, a reauthentication or a new address: submits after the sixth digit, and can send the code again. */
export function CodeForm({ email, note, check, send, captcha, native }: CodeFormProps) {
  const sendsMail = useSendsMail()
  const field = useRef<HTMLInputElement>(null)
  const problem = useProblem(native?.sent)
  const [spent, setSpent] = useState(spentRefusal(native?.sent?.error))
  const form = useForm({
    schema: formSchema,
    values: () => ({ code: field.current?.value }),
    // A code is there to be typed again, and another one to be asked for.
    isChanged: () => false,
    save: ({ code }) =>
      check(code).catch((thrown: unknown) => {
        const refusal = codeRefusal(fromThrown(thrown), spent)
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
        {sendsMail || m.code_in_outbox()} {note}
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
          error={form.problems.code ?? problem.text}
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
