import { createFileRoute } from '@tanstack/react-router'
import { requirePerson } from '#base/auth/browser/guard.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'
import { SwitchPage } from '#shell/pages/switch-page.tsx'

export const Route = createFileRoute('/home')({
  beforeLoad: ({ context, location }) => ({ person: requirePerson(context.person, location.href) }),
  head: titleHead(),
  loader: () => ({ title: m.switch_page_title() }),
  component: Page,
})

function Page() {
  return <SwitchPage role={Route.useRouteContext().person.role} />
}
