import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { installationQuery } from '#kit/installation/installation.data.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { afterPaint } from '#base/lib/form/after-paint.ts'
import { isWithoutAnswer } from '#base/lib/connection/without-answer.ts'
import { documentHead } from '#shell/document-head.ts'
import { loadImpersonation } from '#shell/impersonation.tsx'
import { loadEnvironmentHint } from '#shell/lazy-environment-hint.ts'
import { NotFoundPage } from '#shell/pages/not-found-page.tsx'
import { preloadSlots } from '#shell/page-slots.ts'
import { RootDocument } from '#shell/root-document.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient }, matches }) => {
    // First the pressed link is seen: a page whose data are there already would be rendered before its click is answered.
    await afterPaint()
    // Meanwhile: a part that is not there yet is shown when it is.
    preloadSlots(matches).catch(() => undefined)
    const [settings, person] = await Promise.all([
      orKnown(queryClient.query(installationQuery), queryClient.getQueryData(installationQuery.queryKey)),
      orKnown(queryClient.query(currentUserQuery), queryClient.getQueryData(currentUserQuery.queryKey)),
    ])
    await Promise.all([loadImpersonation(person), loadEnvironmentHint(settings.hint)])
    return { settings, person }
  },
  head: ({ match, matches }) => documentHead(match.context, matches),
  shellComponent: RootDocument,
  notFoundComponent: NotFoundPage,
})

/** The answer of the server; where none comes, as on an unstable connection, `known`, if there is such a value. */
async function orKnown<T>(answer: Promise<T>, known: T | undefined): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    if (known === undefined || !isWithoutAnswer(fromThrown(thrown).status)) throw thrown
    return known
  }
}
