import { createFileRoute } from '@tanstack/react-router'
import { postNotMe } from '#people/login/login.server.ts'
import { getSignInNotice } from '#people/login/not-me/not-me.data.ts'
import { NotMePage } from '#people/login/not-me/not-me-page.tsx'
import { notMeSearchSchema } from '#people/login/not-me/not-me.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/not-me')({
  validateSearch: notMeSearchSchema,
  server: { handlers: { POST: ({ request, next }) => postNotMe(request, () => next()) } },
  loaderDeps: ({ search: { notice } }) => ({ notice }),
  loader: async ({ deps: { notice } }) => ({
    about: await getSignInNotice({ data: notice }),
    title: m.not_me_button(),
  }),
  head: titleHead(),
  component: Page,
})

function Page() {
  return <NotMePage notice={Route.useSearch().notice} about={Route.useLoaderData().about} />
}
