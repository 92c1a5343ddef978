import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { loadClient, sendCode } from '#auth/calls.ts'
import { emailSchema } from '#auth/credentials.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { errorText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { sentProblem, type SentForm } from '#i18n/sent-form.ts'
import { problemText } from '#i18n/words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'

interface LoginPageProps {
  redirect: string | undefined
  sent: SentForm | null
}

/** Sign-in, first step: the address. A real form: it works by a native POST before the script has come. */
export function LoginPage({ redirect, sent }: LoginPageProps) {
  const navigate = useNavigate()
  const [error, setError] = useState(sent ? sentProblem(sent) : undefined)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (form: HTMLFormElement) => {
    const field = form.elements.namedItem('email')
    if (!(field instanceof HTMLInputElement)) return
    const email = emailSchema.safeParse(field.value)
    if (!email.success) {
      const problem = problemsOf(email.error.issues)['']
      setError(problem && problemText(problem))
      field.focus()
      return
    }
    setError(undefined)
    setIsBusy(true)
    try {
      await sendCode(email.data)
      await navigate({ to: '/login/verify', search: { email: email.data, redirect } })
    } catch (thrown) {
      setError(errorText(fromThrown(thrown).code))
      field.focus()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.login_title()}</h1>
      <p className="mt-2.5 mb-8 text-pretty text-muted">{m.login_intro()}</p>
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
          defaultValue={sent?.values.email}
          placeholder={m.login_email_placeholder()}
          error={error}
          onChange={() => {
            setError(undefined)
            // Loaded while the address is typed: the page itself comes without it.
            void loadClient().catch(() => undefined)
          }}
        />
        <Button type="submit" isBusy={isBusy} className="mt-4 h-12 w-full">
          {m.login_submit()}
        </Button>
      </form>
    </main>
  )
}
