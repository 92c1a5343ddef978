import { createAuthClient, type BetterAuthClientPlugin } from 'better-auth/client'
import { emailOTPClient } from 'better-auth/client/plugins'
import { getLocale, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { emitSessionSignal } from './session-signal.ts'

/** Section 9 of the specification: linear retries, with a delay in milliseconds. */
const RETRIES = 2
const RETRY_DELAY = 1000

/** Responses to GET requests: only these are retried, since a code requested twice would be mailed twice. */
const repeatable = new WeakSet<Response>()

/** `fetch` that answers a network failure with status 0 and the code NETWORK. Throws only when aborted. */
const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await fetchWhole(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted) throw cause
    const answer = Response.json({ code: 'NETWORK' }, { status: 503, statusText: 'Network Error' })
    // The constructor rejects status 0.
    return Object.defineProperty(answer, 'status', { value: 0 })
  })
  if ((init?.method ?? 'GET') === 'GET') repeatable.add(response)
  return response
}

/** Reads the whole body, so that a connection lost halfway counts as a network failure. */
async function fetchWhole(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set(LANGUAGE_HEADER, getLocale())
  const response = await fetch(input, { ...init, headers })
  const body = await response.text()
  return new Response(body || null, response)
}

/** Whether a retry can help: after a network failure or a server error. */
const isTransient = (answer: Response | null): boolean =>
  answer !== null && repeatable.has(answer) && (answer.status === 0 || answer.status >= 500)

/** Forwards better-auth's session signal to the page, and triggers it after every kind of sign-in and sign-up. */
const sessionSignal = {
  id: 'maktaba-session-signal',
  atomListeners: [{ signal: '$sessionSignal', matcher: (path) => /^\/sign-(in|up)(\/|$)/.test(path) }],
  getActions: (_, store) => {
    let isFirst = true
    store.listen('$sessionSignal', () => {
      // `listen` calls a new listener at once with the current value.
      if (!isFirst) emitSessionSignal()
      isFirst = false
    })
    return {}
  },
} satisfies BetterAuthClientPlugin

/**
 * better-auth's client for `{host}/api/auth`, with credentials. Error responses and network failures resolve to
 * `{ data: null, error: { status, statusText, code } }`. Throws 'Invalid base URL …'.
 */
export const makeAuthClient = (options: { baseURL?: string } = {}) =>
  createAuthClient({
    ...options,
    plugins: [emailOTPClient(), sessionSignal],
    fetchOptions: {
      customFetchImpl: fetchAnswer,
      retry: { type: 'linear', attempts: RETRIES, delay: RETRY_DELAY, shouldRetry: isTransient },
    },
  })

export const authClient = makeAuthClient()
