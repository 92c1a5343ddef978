import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { loadClient } from '#auth/browser/calls.ts'
import { emailSchema } from '#auth/credentials.schema.ts'
import { problemsOf } from '#i18n/issue-message.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { SentForm } from '#errors/sent-form.ts'
import { problemText } from '#i18n/problem-text.ts'
import type { CaptchaSettings } from '#features/settings/settings.schema.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { typedAddress, rememberAddress } from './login.data.ts'
import { useCodeSender } from './use-code-sender.tsx'
import { useProblem } from '#ui/form/use-problem.tsx'

interface EmailFormProps {
  redirect: string | undefined
  sent: SentForm | null
  captcha: CaptchaSettings | null
}

/** Asks for the address and has a code sent to it. A real form: it works by a native POST before the script has come. */
export function EmailForm({ redirect, sent, captcha }: EmailFormProps) {
  const navigate = useNavigate()
  const sender = useCodeSender(captcha)
  const { text: problem, say, fail } = useProblem(sent)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (form: HTMLFormElement) => {
    const field = form.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    const email = emailSchema.safeParse(field.value)
    if (!email.success) {
      const found = problemsOf(email.error.issues)['']
      say(found && problemText(found))
      field.focus()
      return
    }
    say()
    setIsBusy(true)
    try {
      if (!(await sender.send(email.data))) return
      rememberAddress(email.data)
      await navigate({ to: '/login/verify', search: { email: email.data, redirect } })
    } catch (thrown) {
      await fail(thrown)
      field.focus()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form
      method="post"
      action="/login"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void submit(event.currentTarget)
      }}
    >
      {redirect && <input type="hidden" name="redirect" value={redirect} />}
      <TextField
        label={m.login_email_label()}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        autoFocus
        defaultValue={sent?.values.email ?? typedAddress()}
        placeholder={m.login_email_placeholder()}
        error={problem}
        onChange={() => {
          say()
          sender.cancel()
          // Loaded while the address is typed: the page itself comes without it.
          void loadClient().catch(() => undefined)
        }}
      />
      {sender.check}
      <Button type="submit" isBusy={isBusy} className="mt-4 h-12 w-full">
        {m.login_submit()}
      </Button>
    </form>
  )
}
