import type { RefObject } from 'react'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { DialogCancel } from '#base/ui/dialog/dialog-cancel.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { EmailField } from '#base/ui/form/text-field.tsx'
import type { FormProblem } from '#base/ui/form/use-problem.tsx'
import { otherEmailSchema } from './account.schema.ts'
import { type Me } from '#kit/me/me.schema.ts'

interface EmailStepProps {
  me: Me
  field: RefObject<HTMLInputElement | null>
  newEmail: string
  problem: FormProblem
  /** Requests a code for the new address; may throw. */
  onEmail: (email: string) => Promise<void>
  onDiscard: () => void
}

/** First step of a change of address: the new address. */
export function EmailStep({ me, field, newEmail, problem, onEmail, onDiscard }: EmailStepProps) {
  const form = useForm({
    schema: otherEmailSchema(me.email),
    values: () => ({ email: field.current?.value ?? '' }),
    // The address is kept on closing, so only an unsubmitted edit counts.
    isChanged: () => field.current !== null && field.current.value.trim() !== newEmail,
    onDiscard,
    save: ({ email }) => onEmail(email),
    problem,
  })
  const submit = async () => {
    if (!(await form.submit())) field.current?.focus()
  }

  return (
    <Form
      {...form.props}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <EmailField
        ref={field}
        label={m.account_email_label()}
        autoComplete="email"
        // Takes the focus also when a later step leads back to this form.
        autoFocus
        defaultValue={newEmail}
        placeholder={m.login_email_placeholder()}
        hint={useSendsMail() ? m.account_email_hint() : m.account_email_hint_kept()}
        error={problem.text ?? form.problems.email}
        onChange={() => form.clear('email')}
      />
      <Button type="submit" isBusy={form.isBusy} className="min-h-12">
        {m.account_email_submit()}
      </Button>
      <DialogCancel />
    </Form>
  )
}
