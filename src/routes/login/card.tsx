import { createFileRoute, redirect } from '@tanstack/react-router'
import { isOnboarded } from '#auth/onboarded.ts'
import { CardDonePage } from '#features/login/card/card-done-page.tsx'
import { getCardOfSession } from '#features/user/card/session-card.data.ts'
import { CardPage } from '#features/login/card/card-page.tsx'
import { destination } from '#features/login/login.data.ts'
import { loginSearchSchema } from '#features/login/login.schema.ts'
import { postCard } from '#features/login/login.server.ts'
import { m } from '#i18n/paraglide/messages.js'
import { titleHead } from '#shell/page-title.ts'

export const Route = createFileRoute('/login/card')({
  validateSearch: loginSearchSchema,
  server: { handlers: { POST: ({ request, next }) => postCard(request, (sent) => next({ context: { sent } })) } },
  loader: async ({ context: { person }, serverContext, location }) => {
    // They come back here, where a passkey is offered, for which a name is needed.
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
