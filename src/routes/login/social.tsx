import { createFileRoute, redirect } from '@tanstack/react-router'
import { loadLogin } from '#people/login/login.data.ts'
import { LoginPage } from '#people/login/login-page.tsx'
import { loginSearchSchema } from '#people/login/login.schema.ts'
import { postSocial } from '#people/login/login.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

// Receives forms without script only; errors are shown on the page of the form.
export const Route = createFileRoute('/login/social')({
  validateSearch: loginSearchSchema,
  server: { handlers: { POST: ({ request, next }) => postSocial(request, (sent) => next({ context: { sent } })) } },
  beforeLoad: ({ search, serverContext }) => {
    if (!serverContext?.sent) throw redirect({ to: '/login', search })
  },
  loader: ({ context, serverContext }) => loadLogin(context.settings, serverContext?.sent),
  head: titleHead(m.login_page_title),
  component: Page,
})

function Page() {
  const { settings } = Route.useRouteContext()
  return <LoginPage {...Route.useLoaderData()} redirect={Route.useSearch().redirect} settings={settings} />
}
