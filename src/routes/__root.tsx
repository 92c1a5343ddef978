import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { currentUserQuery } from '#features/account/account.data.ts'
import { settingsQuery } from '#features/settings/settings.data.ts'
import { afterPaint } from '#lib/after-paint.ts'
import { documentHead } from '#shell/document-head.ts'
import { loadImpersonation } from '#shell/impersonation.tsx'
import { NotFoundPage } from '#shell/not-found-page.tsx'
import { RootDocument } from '#shell/root-document.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context: { queryClient } }) => {
    // First the pressed link is seen: a page whose data are there already would be rendered before its click is answered.
    await afterPaint()
    const [settings, person] = await Promise.all([
      queryClient.query(settingsQuery),
      queryClient.query(currentUserQuery),
    ])
    await loadImpersonation(person)
    return { settings, person }
  },
  head: ({ match, matches }) => documentHead(match.context, matches),
  shellComponent: RootDocument,
  notFoundComponent: NotFoundPage,
})
