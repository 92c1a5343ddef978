import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { signInWithCode } from '#auth/calls.ts'
import { CODE_MINUTES, codeSchema } from '#auth/credentials.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { SentForm } from '#i18n/sent-form.ts'
import { problemText } from '#i18n/words.ts'
import type { CaptchaSettings } from '#features/settings/settings.schema.ts'
import { Button } from '#ui/button.tsx'
import { CodeField } from '#ui/code-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { SetOff } from '#ui/set-off.tsx'
import { rememberAddress, useEnter } from './login.data.ts'
import { fromThrown } from '#lib/app-error.ts'
import { codeRefusal, readSpent } from '#features/code/code.schema.ts'
import { Resend } from './resend.tsx'
import { useProblem } from '#ui/use-problem.tsx'

interface VerifyPageProps {
  email: string
  redirect: string | undefined
  sent: SentForm | null
  captcha: CaptchaSettings | null
}

/** Sign-in, second step: the code. It submits itself when the sixth digit is there. */
export function VerifyPage({ email, redirect, sent, captcha }: VerifyPageProps) {
  const enter = useEnter()
  const field = useRef<HTMLInputElement>(null)
  const { text: problem, isWaiting, say, fail } = useProblem(sent)
  const [spent, setSpent] = useState(readSpent(sent?.error.code))
  const [isBusy, setIsBusy] = useState(false)
  // Going back to change the address finds it in the field.
  useEffect(() => rememberAddress(email), [email])

  const backToField = () => {
    field.current?.focus()
    field.current?.select()
  }
  const submit = async () => {
    if (isBusy) return
    const code = codeSchema.safeParse(field.current?.value ?? '')
    if (!code.success) {
      const found = problemsOf(code.error.issues)['']
      say(found && problemText(found))
      return backToField()
    }
    say()
    setIsBusy(true)
    try {
      await signInWithCode(email, code.data)
      await enter(redirect)
    } catch (thrown) {
      const refusal = codeRefusal(fromThrown(thrown), spent)
      setSpent(readSpent(refusal.code) ?? spent)
      await fail(refusal)
      backToField()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main id="content" className="flex flex-col">
      <BackToLogin redirect={redirect} />
      <h1 className="text-[1.875rem] leading-tight">{m.verify_title()}</h1>
      <p className="mt-2.5 text-pretty text-muted">
        <SetOff sentence={(address) => m.verify_sent_to({ email: address })} part={email} />
      </p>
      <form
        className="mt-4"
        method="post"
        action={`/login/verify?${new URLSearchParams(redirect ? { email, redirect } : { email })}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {spent && <input type="hidden" name="spent" value={spent} />}
        <CodeField
          ref={field}
          label={m.verify_code_label()}
          hint={m.verify_hint({ minutes: CODE_MINUTES })}
          error={problem}
          defaultValue={sent?.values.code}
          onChange={() => isWaiting || say()}
          onComplete={() => void submit()}
        />
        <Button type="submit" look={spent ? 'second' : 'primary'} isBusy={isBusy} className="mt-4 h-12 w-full">
          {m.verify_submit()}
        </Button>
      </form>
      <Resend
        email={email}
        captcha={captcha}
        isSpent={spent !== undefined}
        redirect={redirect}
        onSent={() => {
          setSpent(undefined)
          say()
          backToField()
        }}
      />
    </main>
  )
}

function BackToLogin({ redirect }: { redirect: string | undefined }) {
  return (
    <Link
      to="/login"
      search={{ redirect }}
      className="-ms-2 mb-4 inline-flex min-h-11 items-center gap-2.5 self-start rounded-md px-2 font-medium text-muted hover:text-ink"
    >
      <Icon name="back" />
      {m.verify_other_address()}
    </Link>
  )
}
