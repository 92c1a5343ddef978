import { createFileRoute, redirect } from '@tanstack/react-router'
import { destination, loadLogin } from '#people/login/login.data.ts'
import { LoginPage } from '#people/login/login-page.tsx'
import { loginSearchSchema } from '#people/login/login.schema.ts'
import { postLogin } from '#people/login/login.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/')({
  validateSearch: loginSearchSchema,
  server: { handlers: { POST: ({ request, next }) => postLogin(request, (sent) => next({ context: { sent } })) } },
  beforeLoad: ({ context, search }) => {
    if (context.person) throw redirect({ href: destination(search.redirect, context.person.role) })
  },
  loader: ({ context, serverContext }) => loadLogin(context.settings, serverContext?.sent),
  head: titleHead(m.login_page_title),
  component: Page,
})

function Page() {
  const { settings } = Route.useRouteContext()
  return <LoginPage {...Route.useLoaderData()} redirect={Route.useSearch().redirect} settings={settings} />
}
