import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { LoginErrorPage } from '#features/login/login-error-page.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { pageTitle } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/error')({
  validateSearch: z.object({ error: z.catch(z.optional(z.string()), undefined) }),
  head: ({ match }) => ({ meta: [{ title: pageTitle(m.login_error_page_title(), match) }] }),
  component: Page,
})

function Page() {
  return <LoginErrorPage error={Route.useSearch().error} />
}
