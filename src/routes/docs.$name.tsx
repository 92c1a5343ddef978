import { createFileRoute, notFound } from '@tanstack/react-router'
import { can } from '#base/auth/permissions.ts'
import { DocsPage } from '#operations/docs/docs-page.tsx'
import { getDocsPage } from '#operations/docs/docs.data.ts'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/docs/$name')({
  loader: async ({ params: { name } }) => {
    const page = await getDocsPage({ data: { name } })
    if (!page) throw notFound()
    return { page, title: page.title }
  },
  head: titleHead(),
  component: Page,
})

function Page() {
  const { person } = Route.useRouteContext()
  const { page } = Route.useLoaderData()
  const isIn = person !== null && person.onboardedAt !== null
  return <DocsPage page={page} area={isIn ? (can(person.role, 'apps:manager') ? 'manager' : 'app') : undefined} />
}
