import { createFileRoute, redirect } from '@tanstack/react-router'
import { signInEmailSchema } from '#base/auth/credentials.schema.ts'
import { destination } from '#people/login/login.data.ts'
import { verifySearchSchema } from '#people/login/login.schema.ts'
import { postVerify } from '#people/login/login.server.ts'
import { MissingEmailPage } from '#people/login/missing-email-page.tsx'
import { VerifyPage } from '#people/login/verify-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/verify')({
  validateSearch: verifySearchSchema,
  server: { handlers: { POST: ({ request, next }) => postVerify(request, (sent) => next({ context: { sent } })) } },
  beforeLoad: ({ context, search }) => {
    if (context.person) throw redirect({ href: destination(search.redirect, context.person.role) })
  },
  loader: ({ serverContext }) => serverContext?.sent ?? null,
  head: titleHead(m.verify_page_title),
  component: Page,
})

function Page() {
  const search = Route.useSearch()
  const sent = Route.useLoaderData()
  const { captcha } = Route.useRouteContext().settings
  const email = signInEmailSchema.safeParse(search.email)
  if (!email.success) return <MissingEmailPage isMissing={!search.email} redirect={search.redirect} />
  return <VerifyPage email={email.data} redirect={search.redirect} sent={sent} captcha={captcha} />
}
