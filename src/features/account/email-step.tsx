import type { RefObject } from 'react'
import { emailSchema } from '#auth/credentials.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/words.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { prepareToast } from '#ui/toast.ts'
import type { Attempt } from '#ui/use-attempt.ts'
import type { Me } from './account.schema.ts'

interface EmailStepProps {
  me: Me
  field: RefObject<HTMLInputElement | null>
  newEmail: string
  attempt: Attempt
  onEmail: (email: string) => Promise<void>
  onCancel: () => void
}

/** A change of address, first step: the new one. */
export function EmailStep({ me, field, newEmail, attempt, onEmail, onCancel }: EmailStepProps) {
  const { isBusy, error, setError } = attempt

  const submit = () => {
    const email = emailSchema.safeParse(field.current?.value ?? '')
    if (email.success && email.data !== me.email) return void onEmail(email.data)
    const problem = email.success ? { key: 'email_same' } : problemsOf(email.error.issues)['']
    setError(problem && problemText(problem))
    field.current?.focus()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) submit()
      }}
    >
      <TextField
        ref={field}
        label={m.account_email_label()}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        // Also when a later step leads back here.
        autoFocus
        defaultValue={newEmail}
        placeholder={m.login_email_placeholder()}
        hint={m.account_email_hint()}
        error={error}
        onChange={() => {
          setError(undefined)
          prepareToast()
        }}
      />
      <Button type="submit" isBusy={isBusy} className="h-12">
        {m.account_email_submit()}
      </Button>
      <Button look="second" onClick={onCancel}>
        {m.common_cancel()}
      </Button>
    </form>
  )
}
