import { createFileRoute, redirect } from '@tanstack/react-router'
import { isOnboarded } from '#base/auth/onboarded.ts'
import { CardDonePage } from '#people/login/card/card-done-page.tsx'
import { getCardOfSession } from '#people/user/card/session-card.data.ts'
import { CardPage } from '#people/login/card/card-page.tsx'
import { destination } from '#people/login/login.data.ts'
import { loginSearchSchema } from '#people/login/login.schema.ts'
import { postCard } from '#people/login/login.server.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/card')({
  validateSearch: loginSearchSchema,
  server: { handlers: { POST: ({ request, next }) => postCard(request, (sent) => next({ context: { sent } })) } },
  loader: async ({ context: { person }, serverContext, location }) => {
    // Onboarding leads back to this page, which offers a passkey: that needs the person's name.
    if (person && !isOnboarded(person)) throw redirect({ to: '/onboarding', search: { redirect: location.href } })
    return {
      sent: serverContext?.sent ?? null,
      person,
      card: person ? await getCardOfSession() : null,
      title: m.card_page_title(),
    }
  },
  head: titleHead(),
  component: Page,
})

function Page() {
  const { sent, person, card } = Route.useLoaderData()
  const { redirect: path } = Route.useSearch()
  const { settings } = Route.useRouteContext()
  if (!person) return <CardPage redirect={path} sent={sent} />
  return <CardDonePage card={card} person={person} path={destination(path, person.role)} settings={settings} />
}
