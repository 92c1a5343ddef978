import { createFileRoute, notFound } from '@tanstack/react-router'
import { can } from '#base/auth/permissions.ts'
import { ClaimPage } from '#operations/setup/restore/claim-page.tsx'
import { getSetup } from '#operations/setup/setup.data.ts'
import { SetupDonePage } from '#operations/setup/setup-done-page.tsx'
import { setupPanels } from '#operations/setup/setup.slots.ts'
import { SetupPage } from '#operations/setup/setup-page.tsx'
import { postSetup } from '#operations/setup/setup-form.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoginFrame } from '#shell/login-frame.tsx'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/setup')({
  staticData: { slots: [setupPanels] },
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
  const { timeZone } = settings
  if (setup === null) return <LoginFrame>{person && <SetupDonePage person={person} settings={settings} />}</LoginFrame>
  return (
    <LoginFrame isWide>
      {'claim' in setup ? (
        <ClaimPage {...setup.claim} timeZone={timeZone} />
      ) : (
        <SetupPage {...setup.open} sent={sent} timeZone={timeZone} />
      )}
    </LoginFrame>
  )
}
