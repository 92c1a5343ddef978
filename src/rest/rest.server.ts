import { call, type AnyProcedure, type AnyRouter } from '@orpc/server'
import type { StoredResponse } from './idempotency-store.server.ts'
import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { matchesTag, readIfMatch } from '#rpc/entity-tag.ts'
import { errorResponse } from '#errors/error-response.server.ts'
import { toAppError } from '#rpc/errors.server.ts'
import { runOnce, readIdempotencyKey } from './idempotent.server.ts'
import { apiContextOf, requireAccess, type ProcedureMeta, type RpcContext } from '#rpc/procedure.server.ts'
import { readRequestInput } from '#rpc/request-input.server.ts'
import { routesOf, type Route, type Routes } from './rest-routes.server.ts'

const PREFIX = '/api/v1'

/** Answers `/api/v1/*` from the routes of the procedures. Errors are `{ code, status, message, data? }`. */
export function restHandler(router: AnyRouter): (request: Request) => Promise<Response> {
  const routes = routesOf(router)
  return async (request) => {
    const response = await answer(routes, request)
    if (request.method !== 'HEAD') return response
    return new Response(null, { status: response.status, headers: response.headers })
  }
}

/** In this order: path, method, who asks and whether they may, what was sent, and only then what is there. */
async function answer(routes: Routes, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.slice(PREFIX.length)
  const resHeaders = new Headers()
  try {
    const route = await routes.find(request.method === 'HEAD' ? 'GET' : request.method, path)
    if (!route) return await answerWithout(routes, request, path)
    const context = { ...(await apiContextOf(request.headers)), resHeaders }
    requireRight(route.procedure, context)
    const answered = await (request.method === 'POST' ? post : ask)(route, request, url, context)
    return responseOf(unlessKnown(request, answered))
  } catch (cause) {
    const { error, isKnown } = toAppError(cause)
    if (!isKnown) requestContext().log.error({ err: cause }, 'An API call failed')
    return errorResponse(error, headersOf(error, resHeaders))
  }
}

/** What a refusal takes along: the tag of what is there for 412; nothing of what was not done after all. */
function headersOf({ status }: AppError, resHeaders: Headers): Headers {
  const etag = resHeaders.get('etag')
  return new Headers(status === 412 && etag !== null ? { etag } : {})
}

/** OPTIONS, another method than a path takes, and a path that there is not. */
async function answerWithout(routes: Routes, { method }: Request, path: string): Promise<Response> {
  const methods = await routes.methodsOf(path)
  if (methods.length === 0) throw createError('NOT_FOUND')
  const allow = methods.join(', ')
  if (method === 'OPTIONS') return responseOf({ status: 204, headers: { allow }, body: null })
  return errorResponse(createError('METHOD_NOT_ALLOWED'), new Headers({ allow }))
}

type Context = RpcContext & { resHeaders: Headers }

/** The same check as the procedure's own: before anything is said of what was sent, or of an answer that was kept. */
function requireRight(procedure: AnyProcedure, { session }: Context): void {
  const { access }: ProcedureMeta = procedure['~orpc'].meta
  if (access !== undefined && access !== 'anyone') requireAccess(session, access)
}

async function ask(
  { procedure, params }: Route,
  request: Request,
  url: URL,
  context: Context,
): Promise<StoredResponse> {
  const isChange = request.method === 'PATCH' || request.method === 'DELETE'
  const ifMatch = isChange ? readIfMatch(request.headers.get('if-match')) : null
  const { isVersioned = false }: ProcedureMeta = procedure['~orpc'].meta
  // Whoever asks for a guard that is not there must not go on without it.
  if (ifMatch && ifMatch !== '*' && !isVersioned) throw createError('PRECONDITION_FAILED')
  const { fields } = await readRequestInput(request, url.searchParams, params)
  return run(procedure, { ...fields, ...params }, { ...context, ifMatch }, request.signal)
}

async function post(
  { procedure, params }: Route,
  request: Request,
  url: URL,
  context: Context,
): Promise<StoredResponse> {
  const key = readIdempotencyKey(request.headers)
  const { fields, text } = await readRequestInput(request, url.searchParams, params)
  const input = { ...fields, ...params }
  if (key === null || !context.session) return run(procedure, input, context, request.signal)
  const { id, user, scopes } = context.session
  // Each API key counts for itself: two programs of one owner may both number from one.
  const asked = { userId: user.id, key: scopes ? `${id} ${key}` : key, path: url.pathname, body: text }
  return runOnce(asked, (keep) => {
    const keepAnswer = async (output: unknown) =>
      keep(answerOf(procedure, await asAnswered(procedure, output), context))
    return run(procedure, input, { ...context, keepAnswer }, request.signal)
  })
}

/** An output as the procedure will give it: nothing but what its schema names. */
async function asAnswered(procedure: AnyProcedure, output: unknown): Promise<unknown> {
  const read = await procedure['~orpc'].outputSchema?.['~standard'].validate(output)
  if (read?.issues) throw new Error('An output does not fit its schema')
  return read ? read.value : output
}

async function run(
  procedure: AnyProcedure,
  input: Record<string, unknown>,
  context: Context,
  signal: AbortSignal,
): Promise<StoredResponse> {
  const output: unknown = await call(procedure, input, { context, signal })
  return answerOf(procedure, output, context)
}

const answerOf = (procedure: AnyProcedure, output: unknown, { resHeaders }: Context): StoredResponse => ({
  status: procedure['~orpc'].route.successStatus ?? 200,
  headers: Object.fromEntries(resHeaders),
  body: output === undefined ? null : JSON.stringify(output),
})

/** Nothing but that it is still the same, for whoever names the tag of what they have. */
function unlessKnown({ method, headers }: Request, answered: StoredResponse): StoredResponse {
  const { etag } = answered.headers
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || etag === undefined || !matchesTag(headers.get('if-none-match'), etag)) return answered
  return { ...answered, status: 304, body: null }
}

const responseOf = ({ status, headers, body }: StoredResponse): Response =>
  new Response(body, {
    status,
    headers: { ...headers, 'cache-control': 'no-store', ...(body !== null && { 'content-type': 'application/json' }) },
  })
