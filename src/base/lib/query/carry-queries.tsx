import { dehydrateQuery, hydrate, QueryClientProvider, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'

/** What the browser needs of an answered query: the rest of its state is that of every answered one. */
type Answered = [key: QueryKey, data: unknown, updatedAt: number]

interface Carried {
  answered: Answered[]
  failed: ReturnType<typeof dehydrateQuery>[]
}

/**
 * Gives the pages of a router a query cache, and that of the browser what the server has asked for already. A page is
 * rendered to a string when all its data are there. TanStack's own integration expects that some come later, and adds a
 * stream of 2 kB to every page for them, and the twelve fields of each query's state.
 */
export function carryQueries(router: AnyRouter, queryClient: QueryClient): void {
  router.options.Wrap = ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  if (!router.isServer) {
    router.options.hydrate = ({ answered, failed }: Carried) => {
      for (const [key, data, updatedAt] of answered) queryClient.setQueryData(key, data, { updatedAt })
      hydrate(queryClient, { queries: failed })
    }
    return
  }
  // Queries would stay in memory for minutes after the request.
  router.serverSsrLifecycle = { onServerSsrAttach: [(ssr) => ssr.onCleanup(() => queryClient.clear())] }
  router.options.dehydrate = (): Carried => {
    const queries = queryClient.getQueryCache().getAll()
    return {
      answered: queries
        .filter(({ state }) => state.status === 'success')
        // A query's hash is the key without what is undefined, such as the filters of a list that are not set.
        .map(({ queryHash, state }) => [JSON.parse(queryHash), state.data, state.dataUpdatedAt]),
      failed: queries.filter(({ state }) => state.status === 'error').map((query) => dehydrateQuery(query)),
    }
  }
}
