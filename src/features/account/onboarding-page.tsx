import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { nameSchema } from '#auth/name.schema.ts'
import { problemsOf } from '#i18n/check.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/words.ts'
import { fromThrown } from '#lib/app-error.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { prepareToast, toast } from '#ui/toast.ts'
import { sentProblem, type SentForm } from '#i18n/sent-form.ts'
import { currentUserQuery, onboard } from './account.data.ts'
import { SignOut } from './sign-out.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The page is the first that this person sees, straight after the welcome. */
    isFirstVisit?: boolean | undefined
  }
}

const HOME = '/app'

interface OnboardingPageProps {
  /** Where it goes on to. */
  path: string
  /** What the provider of the sign-in calls the person; empty after a code. */
  knownName: string
  sent: SentForm | null
}

/** The welcome after the first sign-in: asks for a name, once, and goes on to `path`. */
export function OnboardingPage({ path, knownName, sent }: OnboardingPageProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const [error, setError] = useState(sent ? sentProblem(sent) : undefined)
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (form: HTMLFormElement) => {
    const field = form.elements.namedItem('name')
    if (!(field instanceof HTMLInputElement)) return
    const typed = nameSchema.safeParse(field.value)
    if (!typed.success) {
      const problem = problemsOf(typed.error.issues)['']
      setError(problem && problemText(problem))
      field.focus()
      return
    }
    setIsBusy(true)
    try {
      await onboard({ data: { name: typed.data } })
      await queryClient.refetchQueries(currentUserQuery)
      // At home the heading says it, where a toast would lie over it.
      if (path !== HOME) void toast({ type: 'success', title: m.onboarding_success({ name: typed.data }) })
      await router.navigate({ href: path, replace: true, state: { isFirstVisit: true } })
    } catch (thrown) {
      const { fields } = fromThrown(thrown)
      if (fields.name) setError(problemText(fields.name))
      else toastFailure(m.onboarding_failure(), thrown)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.onboarding_title()}</h1>
      <p className="mt-2.5 mb-8 text-muted">{m.onboarding_intro()}</p>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void submit(event.currentTarget)
        }}
      >
        <TextField
          label={m.onboarding_name_label()}
          name="name"
          autoComplete="name"
          dir="auto"
          autoFocus
          defaultValue={sent?.values.name ?? knownName}
          maxLength={200}
          error={error}
          onChange={() => {
            setError(undefined)
            prepareToast()
          }}
        />
        <Button type="submit" isBusy={isBusy} className="mt-4 h-12 w-full">
          {m.onboarding_submit()}
        </Button>
      </form>
      {/* For the wrong account, and on a computer that others use too. */}
      <SignOut look="ghost" />
    </main>
  )
}
