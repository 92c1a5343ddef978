import { createFileRoute } from '@tanstack/react-router'
import { can } from '#base/auth/permissions.ts'
import { ApiDocsPage } from '#operations/api-docs/api-docs-page.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/api/docs')({
  loader: () => ({ title: m.nav_api_docs() }),
  head: titleHead(),
  component: Page,
})

function Page() {
  const { person } = Route.useRouteContext()
  const isIn = person !== null && person.onboardedAt !== null
  return <ApiDocsPage area={isIn ? (can(person.role, 'apps:manager') ? 'manager' : 'app') : undefined} />
}
