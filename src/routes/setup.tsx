import { createFileRoute, notFound } from '@tanstack/react-router'
import { can } from '#auth/permissions.ts'
import { getSetup } from '#features/login/setup/setup.data.ts'
import { SetupDonePage } from '#features/login/setup/setup-done-page.tsx'
import { SetupPage } from '#features/login/setup/setup-page.tsx'
import { postSetup } from '#features/login/setup/setup-form.server.ts'
import { m } from '#i18n/paraglide/messages.js'
import { LoginFrame } from '#shell/login-frame.tsx'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/setup')({
  server: { handlers: { POST: ({ request, next }) => postSetup(request, (sent) => next({ context: { sent } })) } },
  loader: async ({ context: { person }, serverContext }) => {
    const setup = await getSetup()
    // Who has just set the library up comes back here, signed in.
    if (setup === null && !can(person?.role, 'apps:manager')) throw notFound()
    return { setup, sent: serverContext?.sent ?? null, title: m.setup_title() }
  },
  head: titleHead(),
  component: Page,
})

function Page() {
  const { person, settings } = Route.useRouteContext()
  const { setup, sent } = Route.useLoaderData()
  return (
    <LoginFrame>
      {setup === null ? (
        person && <SetupDonePage person={person} settings={settings} />
      ) : (
        <SetupPage {...setup} sent={sent} />
      )}
    </LoginFrame>
  )
}
