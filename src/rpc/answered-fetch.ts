import { AppError } from '#lib/app-error.ts'

/** Names an answer that a server function itself has given. */
const SERIALIZED = 'x-tss-serialized'

/**
 * `fetch` for server functions in the browser. No answer becomes an AppError; so does a refusal that was given
 * before the function was reached (`{ code }` in JSON), which TanStack Start would take for a result.
 */
export const answeredFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((cause: unknown) => {
    throw init?.signal?.aborted ? cause : new AppError({ code: 'NETWORK', status: 0 })
  })
  if (response.ok || response.headers.has(SERIALIZED)) return response
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  throw new AppError({ code: codeOf(body) ?? 'UNKNOWN_ERROR', status, ...retryAfterOf(response) })
}

const codeOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : undefined

function retryAfterOf({ headers }: Response): { retryAfter?: number } {
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(retryAfter) ? { retryAfter } : {}
}
