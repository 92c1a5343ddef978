import { QueryClient } from '@tanstack/react-query'
import { fromThrown } from '#base/errors/local-error.ts'
import { connectionLostSince } from '../connection/connection.ts'

const RETRIES = 2
/** Milliseconds; linear (section 9 of the specification). */
const RETRY_DELAY = 1000

/** Whether a retry can help: after a network failure or a server error. */
function isTransient(thrown: unknown): boolean {
  const { status } = fromThrown(thrown)
  return status === 0 || status >= 500
}

/** The query cache: one for each page in the browser, one for each request on the server. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // No retries on the server, where they would delay the response by seconds, nor without a connection, whose return
        // is noticed by `connection.ts`.
        retry: (failures, thrown) =>
          typeof document !== 'undefined' && failures < RETRIES && isTransient(thrown) && !connectionLostSince(),
        retryDelay: RETRY_DELAY,
        refetchOnWindowFocus: false,
        // Fails at once when offline, instead of pausing silently.
        networkMode: 'always',
      },
      // Does not keep sent data, such as a code, in the cache.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
