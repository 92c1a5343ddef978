import { createRouter } from '@tanstack/react-router'
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

/** The router and its cache, anew for every request on the server and once in the browser. */
export function getRouter() {
  const queryClient = makeQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...withNonce(),
    scrollRestoration: true,
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
