import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { currentUserQuery } from '#features/account/account.data.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { fromThrown } from '#errors/local-error.ts'
import { afterPaint } from '#lib/form/after-paint.ts'
import { isWithoutAnswer } from '#lib/connection/without-answer.ts'
import { documentHead } from '#shell/document-head.ts'
import { loadImpersonation } from '#shell/impersonation.tsx'
import { loadEnvironmentHint } from '#shell/lazy-environment-hint.ts'
import { NotFoundPage } from '#shell/pages/not-found-page.tsx'
import { RootDocument } from '#shell/root-document.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient } }) => {
    // First the pressed link is seen: a page whose data are there already would be rendered before its click is answered.
    await afterPaint()
    const [settings, person] = await Promise.all([
      orKnown(queryClient.query(settingsQuery), queryClient.getQueryData(settingsQuery.queryKey)),
      orKnown(queryClient.query(currentUserQuery), queryClient.getQueryData(currentUserQuery.queryKey)),
    ])
    await Promise.all([loadImpersonation(person), loadEnvironmentHint(settings.hint)])
    return { settings, person }
  },
  head: ({ match, matches }) => documentHead(match.context, matches),
  shellComponent: RootDocument,
  notFoundComponent: NotFoundPage,
})

/** The answer; without one, as of a connection that comes and goes, the page goes on with what it knows. */
async function orKnown<T>(answer: Promise<T>, known: T | undefined): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (known === undefined || !isWithoutAnswer(fromThrown(thrown).status)) throw thrown
    return known
  }
}
