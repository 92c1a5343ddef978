import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import * as z from 'zod/mini'
import { loadClient } from '#base/auth/browser/calls.ts'
import { signInEmailSchema } from '#base/auth/credentials.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { SentForm } from '#base/errors/sent-form.ts'
import type { CaptchaSettings } from '#kit/installation/installation.schema.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { EmailField } from '#base/ui/form/text-field.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'
import { typedAddress, rememberAddress } from './login.data.ts'
import { useCodeSender } from './use-code-sender.tsx'

interface EmailFormProps {
  /** Whether nothing on the page comes before it. */
  isMain: boolean
  redirect: string | undefined
  sent: SentForm | null
  captcha: CaptchaSettings | null
}

const formSchema = z.object({ email: signInEmailSchema })

/** Asks for the address and mails a code to it. Works as a native POST before the script is loaded. */
export function EmailForm({ isMain, redirect, sent, captcha }: EmailFormProps) {
  const navigate = useNavigate()
  const sender = useCodeSender(captcha)
  const field = useRef<HTMLInputElement>(null)
  const problem = useProblem(sent)
  const form = useForm({
    schema: formSchema,
    values: () => ({ email: field.current?.value }),
    save: async ({ email }) => {
      if (!(await sender.send(email))) return
      rememberAddress(email)
      await navigate({ to: '/login/verify', search: { email, redirect } })
    },
    problem,
    onRefused: ({ code }) => {
      // Browsers never ask again for a script that did not come: the form is posted as it is without script.
      const isPosted = code === 'FILE_LOST' && !captcha
      if (isPosted) field.current?.form?.submit()
      else field.current?.focus()
      return isPosted
    },
  })

  return (
    <Form method="post" action="/login" {...form.props}>
      {redirect && <input type="hidden" name="redirect" value={redirect} />}
      <EmailField
        label={m.login_email_label()}
        autoComplete="username webauthn"
        autoFocus
        defaultValue={sent?.values.email ?? typedAddress()}
        placeholder={m.login_email_placeholder()}
        ref={field}
        error={form.problems.email ?? problem.text}
        onChange={() => {
          form.clear('email')
          problem.say()
          sender.cancel()
          // Loaded while the user types, to keep it out of the page's first load.
          void loadClient().catch(() => undefined)
        }}
      />
      {sender.check}
      <Button type="submit" look={isMain ? 'primary' : 'second'} isBusy={form.isBusy} className="mt-4 min-h-12 w-full">
        {m.login_submit()}
      </Button>
    </Form>
  )
}
