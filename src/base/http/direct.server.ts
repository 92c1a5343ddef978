type Handler = (request: Request) => Promise<Response>

/** A path without escapes, dots and empty segments, which no router reads in another way. */
const PLAIN = /^(?:\/[\w-]+)+$/

/**
 * Answers the paths below the given ones, such as `/api/v1`, by their handlers, and all others by `otherwise`: TanStack Start, which
 * makes a router of all pages for each request, a third of what the answer to an API call costs. A path that is not plain is left
 * to it, and so is HEAD, whose body it removes.
 */
export const withDirectPaths =
  (handlers: Record<string, Handler>, otherwise: Handler): Handler =>
  async (request) => {
    const { pathname } = new URL(request.url)
    const [prefix = ''] = /^\/\w+\/\w+(?=\/)/.exec(pathname) ?? []
    const isDirect = Object.hasOwn(handlers, prefix) && PLAIN.test(pathname) && request.method !== 'HEAD'
    const response = await ((isDirect && handlers[prefix]) || otherwise)(request)
    if (!isDirect || !request.signal.aborted) return response
    // The client has disconnected: cancelling the body also ends its source, such as a query of the database.
    await response.body?.cancel()
    throw request.signal.reason
  }
