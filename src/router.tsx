import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createIsomorphicFn } from '@tanstack/react-start'
import { AppError } from '#lib/app-error.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { ErrorPage } from '#shell/error-page.tsx'
import { NotFoundPage } from '#shell/not-found-page.tsx'
import { PendingPage } from '#shell/pending-page.tsx'
import { routeTree } from './routeTree.gen.ts'

const RETRIES = 2
const RETRY_DELAY = 1000

/** Whether asking again can help: no answer, or a fault of the server. */
const isPassing = (error: unknown): boolean => !(error instanceof AppError) || error.status === 0 || error.status >= 500

/** The nonce that lets this answer's scripts run; the browser has no need of it. */
const scriptNonce = createIsomorphicFn()
  .server((): string | undefined => requestContext().nonce)
  .client((): string | undefined => undefined)

/** The router and its cache, anew for every request on the server and once in the browser. */
export function getRouter() {
  const lostSession = (error: unknown) => {
    // The session ended meanwhile: the guards look again and lead to the sign-in.
    if (error instanceof AppError && error.status === 401 && typeof document !== 'undefined') {
      void queryClient.invalidateQueries({ queryKey: ['account'] }).then(() => router.invalidate())
    }
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: lostSession }),
    mutationCache: new MutationCache({ onError: lostSession }),
    defaultOptions: {
      queries: {
        // On the server an answer now is better than a better one in some seconds.
        retry: (failures, error) => typeof document !== 'undefined' && failures < RETRIES && isPassing(error),
        retryDelay: RETRY_DELAY,
        refetchOnWindowFocus: false,
        // Without a network a call fails and says so, instead of waiting in silence.
        networkMode: 'always',
      },
    },
  })
  const nonce = scriptNonce()
  const router = createRouter({
    routeTree,
    context: { queryClient },
    ...(nonce !== undefined && { ssr: { nonce } }),
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    // A search term is text, also when it looks like a number.
    parseSearch: parseSearchWith((value) => value),
    stringifySearch: stringifySearchWith((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
