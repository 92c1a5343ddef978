import { pino } from 'pino'
import { handleAuth } from '#base/auth/better-auth/handler.server.ts'
import { openApi, rest } from '#api.server.ts'
import { readiness } from '#base/db/connection/readiness.server.ts'
import { answerCatalogue } from '#catalogue/offline/server/offline-catalogue.server.ts'
import { postOnboarding } from '#people/account/account.server.ts'
import { postCard, postDemo, postLogin, postNotMe, postSocial, postVerify } from '#people/login/login.server.ts'
import { answerRestore } from '#operations/setup/restore/restore-answer.server.ts'
import { postSetup } from '#operations/setup/setup-form.server.ts'
import { env } from '#base/env/env.server.ts'
import { answerMetrics } from '#base/metrics/metrics-answer.server.ts'
import { createRequestHandler } from '#base/http/answer.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { SentForm } from '#base/errors/sent-form.ts'
import { lazy } from '#base/lib/lazy.ts'

/** The log lines of the server in this test file. */
export const logged: Record<string, unknown>[] = []
export const testLog = pino({ base: null }, { write: (line: string) => logged.push(JSON.parse(line)) })

/** The submitted form that a page would show again, as JSON. */
const sentForm = (sent: SentForm) => Response.json(sent)

// Replaces TanStack Start's router: the same handlers under the same paths.
async function dispatch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/api/auth/')) return handleAuth(request)
  if (pathname === '/api/v1/openapi.json') return openApi(request)
  if (pathname.startsWith('/api/v1/')) return rest(request)
  if (pathname === '/api/health/ready') return readiness()
  if (pathname === '/api/health/write') return readiness({ isForWriting: true })
  if (pathname === '/api/metrics') return answerMetrics(request)
  if (pathname === '/api/offline-catalogue') return answerCatalogue(request)
  if (pathname === '/login' && request.method === 'POST') return postLogin(request, sentForm)
  if (pathname === '/login/verify' && request.method === 'POST') return postVerify(request, sentForm)
  if (pathname === '/login/card' && request.method === 'POST') return postCard(request, sentForm)
  if (pathname === '/login/demo' && request.method === 'POST') return postDemo(request, sentForm)
  if (pathname === '/login/social' && request.method === 'POST') return postSocial(request, sentForm)
  if (pathname === '/login/not-me' && request.method === 'POST') return postNotMe(request, sentForm)
  if (pathname === '/setup' && request.method === 'POST') return postSetup(request, sentForm)
  if (pathname.startsWith('/api/restore/')) return answerRestore(request)
  if (pathname === '/onboarding' && request.method === 'POST') return postOnboarding(request, sentForm)
  if (pathname === '/test/page') return new Response('<h1>A page</h1>', { headers: { 'content-type': 'text/html' } })
  if (pathname === '/test/failure') throw new Error('A fault with a secret in it')
  throw createError('NOT_FOUND')
}

const answer = lazy(() => createRequestHandler(dispatch, testLog))

/** The whole server, called as the HTTP listener does. */
export const handle = (sent: Request, from: string): Promise<Response> => answer()(sent, from)

export interface TestRequest extends Omit<RequestInit, 'body'> {
  /** Sent as JSON unless it is a form, a text or a file. */
  body?: unknown
  /** The client's IP address. */
  from?: string
}

/** Sends a request through the whole server, without a socket. `Host` is by default that of BASE_URL. */
export function request(path: string, { body, from = '127.0.0.1', ...init }: TestRequest = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  if (!headers.has('host')) headers.set('host', new URL(env().baseUrl).host)
  const isForm = body instanceof URLSearchParams || body instanceof FormData || body instanceof Blob
  if (body !== undefined && !isForm && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const sent = body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }
  const method = init.method ?? (body === undefined ? 'GET' : 'POST')
  // Not resolved against BASE_URL, which would take `//api` for a host; a target in absolute form stays.
  const url = path.startsWith('/') ? `${new URL(env().baseUrl).origin}${path}` : path
  return handle(new Request(url, { ...init, ...sent, method, headers }), from)
}
