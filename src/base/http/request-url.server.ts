import { createError } from '#base/errors/create-error.server.ts'

/** Whether a request calls a server function. */
export const isFunction = ({ pathname }: URL): boolean => pathname.startsWith('/_serverFn/')

/** A path that no route matches. */
const UNKNOWN_PATH = '/-'

/**
 * Rewrites `/_serverFn/book/listBooks` to TanStack Start's `/_serverFn/book.listBooks`, and a path that is invalid
 * UTF-8, which makes Start fail, to an unknown page. Throws NOT_FOUND for such a path of an API.
 */
export function normalizedUrl(url: URL): URL {
  if (!isReadable(url.pathname)) {
    if (/^\/(api|_serverFn)\//.test(url.pathname)) throw createError('NOT_FOUND')
    return new URL(UNKNOWN_PATH, url)
  }
  const match = /^\/_serverFn\/([\w-]+)\/([\w-]+)$/.exec(url.pathname)
  return match ? new URL(`/_serverFn/${match[1]}.${match[2]}${url.search}`, url) : url
}

/** Whether a path is valid UTF-8. */
export function isReadable(path: string): boolean {
  try {
    // Uses the result, since the bundler would drop a call without one.
    return decodeURI(path) !== ''
  } catch {
    return false
  }
}
