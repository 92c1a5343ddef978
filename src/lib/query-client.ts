import { QueryClient } from '@tanstack/react-query'
import { fromThrown } from '#errors/local-error.ts'

const RETRIES = 2
/** Milliseconds; linear (section 9 of the specification). */
const RETRY_DELAY = 1000

/** Whether asking again can help: no answer, or a fault of the server. */
function isPassing(thrown: unknown): boolean {
  const { status } = fromThrown(thrown)
  return status === 0 || status >= 500
}

/** The cache of what the server has answered: one a page in the browser, one a request on the server. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // On the server an answer now is better than a better one in some seconds.
        retry: (failures, thrown) => typeof document !== 'undefined' && failures < RETRIES && isPassing(thrown),
        retryDelay: RETRY_DELAY,
        refetchOnWindowFocus: false,
        // Without a network a call fails and says so, instead of waiting in silence.
        networkMode: 'always',
      },
      // What was sent, a code say, is not kept.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
