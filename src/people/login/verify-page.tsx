import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { signInWithCode } from '#base/auth/browser/calls.ts'
import { CodeForm } from '#people/code/shared/code-form.tsx'
import { useSendsMail } from '#kit/installation/installation.data.ts'
import type { CaptchaSettings } from '#kit/installation/installation.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { SentForm } from '#base/errors/sent-form.ts'
import { Icon } from '#base/ui/icon.tsx'
import { rememberAddress, useCompleteSignIn } from './login.data.ts'
import { useCodeSender } from './use-code-sender.tsx'

interface VerifyPageProps {
  email: string
  redirect: string | undefined
  sent: SentForm | null
  captcha: CaptchaSettings | null
}

/**
 * Second step of the sign-in: the code. Without script, its form is posted here and a new code is requested at the
 * first step.
 */
export function VerifyPage({ email, redirect, sent, captcha }: VerifyPageProps) {
  const enter = useCompleteSignIn()
  const sender = useCodeSender(captcha)
  // Keeps the address for the field of the first step.
  useEffect(() => rememberAddress(email), [email])
  const fields = redirect ? { email, redirect } : { email }
  return (
    <main id="content" className="flex flex-col gap-4">
      <Link
        to="/login"
        search={{ redirect }}
        className="-ms-2 inline-flex min-h-11 items-center gap-2.5 self-start rounded-md px-2 font-medium text-muted hover:text-ink"
      >
        <Icon name="back" />
        {m.verify_other_address()}
      </Link>
      <h1 className="-mb-1.5 text-[1.875rem] leading-tight">
        {useSendsMail() ? m.verify_title() : m.verify_page_title()}
      </h1>
      <CodeForm
        email={email}
        check={async (code) => {
          await signInWithCode(email, code)
          await enter(redirect)
        }}
        send={() => sender.send(email)}
        captcha={sender.check}
        native={{
          action: `/login/verify?${new URLSearchParams(fields)}`,
          sent,
          resend: { action: '/login', fields },
        }}
      />
    </main>
  )
}
