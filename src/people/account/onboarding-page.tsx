import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { TextField } from '#base/ui/form/text-field.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { sentProblem, type SentForm } from '#base/errors/sent-form.ts'
import { onboard } from './account.data.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { onboardingSchema } from './account.schema.ts'
import { SignOut } from './sign-out.tsx'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Whether this is the user's first page after onboarding. */
    isFirstVisit?: boolean | undefined
  }
}

const HOME = '/app'

interface OnboardingPageProps {
  /** Where the page leads after saving. */
  path: string
  /** The name from the provider of the sign-in; empty after a code. */
  knownName: string
  sent: SentForm | null
}

/** The page after the first sign-in: asks for a name and leads to `path`. */
export function OnboardingPage({ path, knownName, sent }: OnboardingPageProps) {
  const router = useRouter()
  const queryClient = useQueryClient()
  // Uncontrolled, so that what is typed before hydration stays.
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    schema: onboardingSchema,
    values: () => ({ name: field.current?.value ?? '' }),
    save: async ({ name }) => {
      await onboard({ data: { name } })
      await queryClient.invalidateQueries(currentUserQuery)
      // The home page greets by name in its heading, which a toast would cover.
      if (path !== HOME) void toast({ type: 'success', title: m.onboarding_success({ name }) })
      await router.navigate({ href: path, replace: true, state: { isFirstVisit: true } })
    },
    failure: m.onboarding_failure(),
    ...(sent && { problems: { name: sentProblem(sent) } }),
  })

  return (
    <main id="content" className="flex flex-col">
      <h1 className="text-[1.875rem] leading-tight">{m.onboarding_title()}</h1>
      <p className="mt-2.5 mb-8 text-muted">{m.onboarding_intro()}</p>
      <Form {...form.props} method="post">
        <TextField
          ref={field}
          label={m.onboarding_name_label()}
          name="name"
          autoComplete="name"
          dir="auto"
          autoFocus
          defaultValue={sent?.values.name ?? knownName}
          maxLength={200}
          error={form.problems.name}
          onChange={() => form.clear('name')}
        />
        <Button type="submit" isBusy={form.isBusy} className="mt-4 min-h-12 w-full">
          {m.onboarding_submit()}
        </Button>
      </Form>
      {/* For users who signed in to the wrong account, or share a computer. */}
      <SignOut look="ghost" />
    </main>
  )
}
