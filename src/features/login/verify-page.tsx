import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { signInWithCode } from '#auth/calls.ts'
import { codeSchema } from '#auth/credentials.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { errorText } from '#i18n/error-words.ts'
import { m } from '#i18n/paraglide/messages.js'
import { sentProblem, type SentForm } from '#i18n/sent-form.ts'
import { problemText } from '#i18n/words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CodeField } from './code-field.tsx'
import { destination, useEnter } from './login.data.ts'
import { Resend } from './resend.tsx'

interface VerifyPageProps {
  email: string
  redirect: string | undefined
  sent: SentForm | null
}

/** Sign-in, second step: the code. It submits itself when the sixth digit is there. */
export function VerifyPage({ email, redirect, sent }: VerifyPageProps) {
  const enter = useEnter()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState(sent ? sentProblem(sent) : undefined)
  const [isBusy, setIsBusy] = useState(false)

  const fail = (text: string | undefined) => {
    setError(text)
    field.current?.focus()
    field.current?.select()
  }
  const submit = async () => {
    if (isBusy) return
    const code = codeSchema.safeParse(field.current?.value ?? '')
    if (!code.success) {
      const problem = problemsOf(code.error.issues)['']
      return fail(problem && problemText(problem))
    }
    setError(undefined)
    setIsBusy(true)
    try {
      await signInWithCode(email, code.data)
      await enter(destination(redirect))
    } catch (thrown) {
      fail(errorText(fromThrown(thrown).code))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main id="content" className="flex flex-col">
      <BackToLogin redirect={redirect} />
      <h1 className="text-[1.875rem] leading-tight">{m.verify_title()}</h1>
      <SentTo email={email} />
      <form
        method="post"
        action={`/login/verify?${new URLSearchParams(redirect ? { email, redirect } : { email })}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <CodeField
          ref={field}
          error={error}
          defaultValue={sent?.values.code}
          onChange={() => setError(undefined)}
          onComplete={() => void submit()}
        />
        <Button type="submit" isBusy={isBusy} className="mt-4 h-12 w-full">
          {m.verify_submit()}
        </Button>
      </form>
      <Resend email={email} onSent={() => setError(undefined)} onFailed={fail} />
    </main>
  )
}

export function BackToLogin({ redirect }: { redirect: string | undefined }) {
  return (
    <Link
      to="/login"
      search={{ redirect }}
      className="-ms-2 mb-4 inline-flex min-h-11 items-center gap-2.5 self-start rounded-md px-2 font-medium text-muted hover:text-ink"
    >
      <Icon name="back" />
      {m.common_back()}
    </Link>
  )
}

/** The sentence with the address in it, set off wherever the language puts it. */
function SentTo({ email }: { email: string }) {
  const [before, after] = m.verify_sent_to({ email: '\u0000' }).split('\u0000')
  return (
    <p className="mt-2.5 mb-8 text-pretty text-muted">
      {before}
      <b dir="ltr" className="font-semibold break-words text-ink">
        {email}
      </b>
      {after}
    </p>
  )
}
