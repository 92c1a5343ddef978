import { createFileRoute, redirect } from '@tanstack/react-router'
import { isOnboarded } from '#base/auth/onboarded.ts'
import { OnboardingPage } from '#people/account/onboarding-page.tsx'
import { postOnboarding } from '#people/account/account.server.ts'
import { destination } from '#people/login/login.data.ts'
import { loginSearchSchema } from '#people/login/login.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoginFrame } from '#shell/login-frame.tsx'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/onboarding')({
  validateSearch: loginSearchSchema,
  server: { handlers: { POST: ({ request, next }) => postOnboarding(request, (sent) => next({ context: { sent } })) } },
  beforeLoad: ({ context, search }) => {
    if (!context.person) throw redirect({ to: '/login', search })
    const path = destination(search.redirect, context.person.role)
    if (isOnboarded(context.person)) throw redirect({ href: path })
    return { path, name: context.person.name }
  },
  head: titleHead(m.onboarding_page_title),
  loader: ({ serverContext }) => serverContext?.sent ?? null,
  component: Page,
})

function Page() {
  const { path, name } = Route.useRouteContext()
  return (
    <LoginFrame>
      <OnboardingPage path={path} knownName={name} sent={Route.useLoaderData()} />
    </LoginFrame>
  )
}
