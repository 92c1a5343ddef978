import { fromAnswer, localError } from '#base/errors/local-error.ts'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { hasOtherBuild, rememberServerBuild } from '#base/lib/connection/build-watch.ts'

/** Header of a response by a server function itself. */
const SERIALIZED = 'x-tss-serialized'

/**
 * `fetch` for server functions in the browser. Throws an AppError for a network failure, for an error response from
 * before the function (`{ code }` in JSON), which TanStack Start would take for a result, and NEW_BUILD if a server of
 * another build no longer has the function.
 */
export const serverFunctionFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set(LANGUAGE_HEADER, getLocale())
  const response = await fetch(input, { ...init, headers }).catch((cause: unknown) => {
    throw init?.signal?.aborted ? cause : localError('NETWORK')
  })
  rememberServerBuild(response)
  if (response.ok || response.headers.has(SERIALIZED)) return response
  const { status } = response
  if (hasOtherBuild() && (status === 400 || status === 404)) throw localError('NEW_BUILD')
  const body: unknown = await response.json().catch(() => null)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw fromAnswer(body, status, Number.isFinite(seconds) ? seconds : undefined)
}
