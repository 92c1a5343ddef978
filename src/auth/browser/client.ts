import { createAuthClient, type BetterAuthClientPlugin } from 'better-auth/client'
import { emailOTPClient } from 'better-auth/client/plugins'
import { getLocale, LANGUAGE_HEADER } from '#i18n/locale.ts'
import { emitSessionSignal } from './session-signal.ts'

/** Section 9 of the specification: linear, with a delay in milliseconds. */
const RETRIES = 2
const RETRY_DELAY = 1000

/** Answers to reads: only these may be asked for again, since a code asked for twice is mailed twice. */
const repeatable = new WeakSet<Response>()

/** `fetch`, for which no answer is an answer too: status 0, with the code NETWORK. Throws only when it is aborted. */
const fetchAnswer: typeof fetch = async (input, init) => {
  const response = await wholeAnswer(input, init).catch((cause: unknown) => {
    if (init?.signal?.aborted) throw cause
    const answer = Response.json({ code: 'NETWORK' }, { status: 503, statusText: 'Network Error' })
    // The constructor takes no 0.
    return Object.defineProperty(answer, 'status', { value: 0 })
  })
  if ((init?.method ?? 'GET') === 'GET') repeatable.add(response)
  return response
}

/** With its body: a line that breaks in the middle of an answer is no answer. */
async function wholeAnswer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set(LANGUAGE_HEADER, getLocale())
  const response = await fetch(input, { ...init, headers })
  const body = await response.text()
  return new Response(body || null, response)
}

/** Whether asking again can help: no answer, or a fault of the server. */
const isPassing = (answer: Response | null): boolean =>
  answer !== null && repeatable.has(answer) && (answer.status === 0 || answer.status >= 500)

/** Makes the session's signal reach the page, and follow every way of signing in or up. */
const sessionSignal = {
  id: 'maktaba-session-signal',
  atomListeners: [{ signal: '$sessionSignal', matcher: (path) => /^\/sign-(in|up)(\/|$)/.test(path) }],
  getActions: (_, store) => {
    let isFirst = true
    store.listen('$sessionSignal', () => {
      // A new listener is told the value at hand.
      if (!isFirst) emitSessionSignal()
      isFirst = false
    })
    return {}
  },
} satisfies BetterAuthClientPlugin

/**
 * better-auth in the browser: its API lies at `{host}/api/auth`, with credentials. Error answers and no
 * answer alike come as `{ data: null, error: { status, statusText, code } }`. Throws 'Invalid base URL …'.
 */
export const makeAuthClient = (options: { baseURL?: string } = {}) =>
  createAuthClient({
    ...options,
    plugins: [emailOTPClient(), sessionSignal],
    fetchOptions: {
      customFetchImpl: fetchAnswer,
      retry: { type: 'linear', attempts: RETRIES, delay: RETRY_DELAY, shouldRetry: isPassing },
    },
  })

export const authClient = makeAuthClient()
