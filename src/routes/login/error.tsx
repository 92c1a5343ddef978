import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { getSignInError } from '#people/login/login-error.data.ts'
import { LoginErrorPage } from '#people/login/login-error-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/error')({
  validateSearch: z.object({ error: z.catch(z.optional(z.string()), undefined) }),
  loaderDeps: ({ search: { error } }) => ({ error }),
  loader: async ({ deps: { error = '' } }) => ({
    texts: await getSignInError({ data: error }),
    title: m.login_error_page_title(),
  }),
  head: titleHead(),
  component: Page,
})

function Page() {
  return <LoginErrorPage {...Route.useLoaderData().texts} />
}
