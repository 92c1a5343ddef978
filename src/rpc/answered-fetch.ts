import { AppError } from '#lib/app-error.ts'
import { hasOtherBuild, noteBuild } from '#lib/build-watch.ts'

/** Names an answer that a server function itself has given. */
const SERIALIZED = 'x-tss-serialized'

/**
 * `fetch` for server functions in the browser. No answer becomes an AppError; so does a refusal that was given
 * before the function was reached (`{ code }` in JSON), which TanStack Start would take for a result. A server of another
 * build that does not know the function any more is NEW_BUILD.
 */
export const answeredFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((cause: unknown) => {
    throw init?.signal?.aborted ? cause : new AppError({ code: 'NETWORK', status: 0 })
  })
  noteBuild(response)
  if (response.ok || response.headers.has(SERIALIZED)) return response
  const { status } = response
  if (hasOtherBuild() && (status === 400 || status === 404)) throw new AppError(NEW_BUILD)
  const body: unknown = await response.json().catch(() => null)
  throw new AppError({ code: codeOf(body) ?? 'UNKNOWN_ERROR', status, ...retryAfterOf(response) })
}

/** The library was updated: this page is of the build before. */
export const NEW_BUILD = { code: 'NEW_BUILD', status: 409 }

const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : undefined

function retryAfterOf({ headers }: Response): { retryAfter?: number } {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(retryAfter) ? { retryAfter } : {}
}
