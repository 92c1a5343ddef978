import { createRouter, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { makeQueryClient } from '#lib/query-client.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { parseSearchParams, stringifySearchParams } from '#lib/search-params.ts'
import { ErrorPage } from '#shell/error-page.tsx'
import { NotFoundPage } from '#shell/not-found-page.tsx'
import { PendingPage } from '#shell/pending-page.tsx'
import { routeTree } from './routeTree.gen.ts'

/** The nonce that lets this answer's scripts run, made when a page asks for it; the browser has no need of it. */
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

/** Whether the outline of a page stands for it, which is on its way. */
const isOutline = (router: AnyRouter): boolean => router.state.matches.some(({ status }) => status === 'pending')

/** The router and its cache, anew for every request on the server and once in the browser. */
export function getRouter() {
  const queryClient = makeQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...withNonce(),
    scrollRestoration: true,
    // Who goes back before a page has come leaves its outline, not the page that was left: that one's place is kept.
    getScrollRestorationKey: ({ state, href }: ParsedLocation): string =>
      `${state.__TSR_key ?? href}${isOutline(router) ? ' outline' : ''}`,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    // Milliseconds until the outline of the page that comes is shown, and how long it then stays at least.
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 150,
    parseSearch: parseSearchParams,
    stringifySearch: stringifySearchParams,
  })
  // Where only the search changes the page stays, with what is typed in it.
  router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
    router.options.defaultPendingMs = pathChanged ? PENDING_MS : Infinity
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
