import { useEffect, useState } from 'react'
import { signInWithProvider } from '#base/auth/browser/calls.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { SentForm } from '#base/errors/sent-form.ts'
import type { Installation } from '#kit/installation/installation.schema.ts'
import { safePath } from '#base/lib/http/safe-path.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { FieldNote } from '#base/ui/form/text-field.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useProblem } from '#base/ui/form/use-problem.tsx'

interface SocialButtonsProps {
  providers: Installation['providers']
  redirect: string | undefined
  sent: SentForm | null
}

/** A button for each configured provider. Each is a form that works before the script is loaded. */
export function SocialButtons({ providers, redirect, sent }: SocialButtonsProps) {
  const problem = useProblem(sent)
  const [leavingTo, setLeavingTo] = useState<string>()
  useEffect(() => {
    // When the user navigates back, the browser may restore the page with the button still busy.
    const wake = () => setLeavingTo(undefined)
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])
  // Busy until the browser has left: the client opens the address in the answer. A person who comes back to /login
  // signed in is redirected from there to their start page.
  const leave = useAction((provider: string) => signInWithProvider(provider, safePath(redirect) ?? '/login'), {
    problem,
    onRefused: () => {
      setLeavingTo(undefined)
      return false
    },
  })

  return (
    <>
      <p className="my-6 flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.login_or()}
      </p>
      <div className="flex flex-col gap-3">
        {providers.map(({ id, name }) => (
          <Form
            isChanged={false}
            key={id}
            method="post"
            action="/login/social"
            onSubmit={(event) => {
              event.preventDefault()
              if (problem.isWaiting || leave.isBusy) return
              setLeavingTo(id)
              void leave.run(id)
            }}
          >
            <input type="hidden" name="provider" value={id} />
            {redirect && <input type="hidden" name="redirect" value={redirect} />}
            <Button type="submit" look="second" isBusy={leavingTo === id} className="min-h-12 w-full">
              {leavingTo === id || <ProviderMark id={id} />}
              {m.login_continue_with({ provider: name })}
            </Button>
          </Form>
        ))}
      </div>
      <FieldNote id="social-note" error={problem.text} />
    </>
  )
}
