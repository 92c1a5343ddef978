import { createRouter, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import { createIsomorphicFn } from '@tanstack/react-start'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { languageNamesIn } from '#catalogue/book/filter/language-names.ts'
import { setPagePerson } from '#catalogue/offline/page-person.ts'
import { setLanguageNames } from '#base/i18n/format.ts'
import { carryQueries } from '#base/lib/query/carry-queries.tsx'
import { makeQueryClient } from '#base/lib/query/query-client.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { parseSearchParams, stringifySearchParams } from '#base/lib/list/search-params.ts'
import { ErrorPage } from '#shell/pages/error-page.tsx'
import { NotFoundPage } from '#shell/pages/not-found-page.tsx'
import { PendingPage } from '#shell/pages/pending-page.tsx'
import { hydrateWithSlots } from '#shell/page-slots.ts'
import type { Slot } from '#kit/slot.tsx'
import { routeTree } from './routeTree.gen.ts'
import './slices.ts'

/** The CSP nonce for this response's scripts, created on first use; only on the server. */
const withNonce = createIsomorphicFn()
  .server((): { ssr?: { nonce: string } } => {
    const context = requestContext()
    return {
      ssr: {
        get nonce() {
          return context.nonce
        },
      },
    }
  })
  .client((): { ssr?: { nonce: string } } => ({}))

const PENDING_MS = 250

/** Whether a skeleton is shown for a page that is still loading. */
const isSkeleton = (router: AnyRouter): boolean => router.state.matches.some(({ status }) => status === 'pending')

/** Creates the router and its query cache: for each request on the server, once in the browser. */
export function getRouter() {
  const queryClient = makeQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...withNonce(),
    scrollRestoration: true,
    // A skeleton has its own scroll position: going back from it must not overwrite the page's.
    getScrollRestorationKey: ({ state, href }: ParsedLocation): string =>
      `${state.__TSR_key ?? href}${isSkeleton(router) ? ' outline' : ''}`,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    // Milliseconds until a skeleton is shown, and for which it is shown at least.
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 150,
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
  })
  // Keeps the page and its input instead of a skeleton when only the search parameters change.
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? PENDING_MS : Infinity
  })
  if (typeof document !== 'undefined') {
    setPagePerson(() => queryClient.getQueryData(currentUserQuery.queryKey)?.id)
    setLanguageNames(languageNamesIn(queryClient))
  }
  carryQueries(router, queryClient)
  if (typeof document !== 'undefined') hydrateWithSlots(router)
  return router
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Places on the page that floors above fill: their code is loaded with that of the page. */
    slots?: readonly Pick<Slot<never, never, never>, 'preload'>[]
  }
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
