import { call, type AnyProcedure, type AnyRouter } from '@orpc/server'
import { db } from '#base/db/connection/client.server.ts'
import { dropUpload } from '#base/db/uploads.server.ts'
import { isOfLending } from '#base/auth/permissions.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { StoredResponse } from './idempotency-store.server.ts'
import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { isUploadRoute } from '#base/lib/stored-upload.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { matchesTag, readIfMatch } from '#base/rpc/entity-tag.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'
import { toAppError } from '#base/rpc/errors.server.ts'
import { runOnce, readIdempotencyKey } from './idempotent.server.ts'
import {
  apiContextOf,
  requireAccess,
  requireLending,
  type ProcedureMeta,
  type RpcContext,
} from '#base/rpc/procedure.server.ts'
import { readRequestInput, refuseFields, textFields, type RequestInput } from '#base/rpc/request-input.server.ts'
import { receiveFile, receiveStream, receiveUpload } from './receive-upload.server.ts'
import { routesOf, type Route, type Routes } from './rest-routes.server.ts'
import { definitionOf } from '#base/rpc/definition-of.ts'

const PREFIX = '/api/v1'

/** Answers `/api/v1/*` by the procedures with a path. Errors are `{ code, status, message, data? }`. */
export function restHandler(router: AnyRouter): (request: Request) => Promise<Response> {
  const routes = routesOf(router)
  return async (request) => {
    const response = await answer(routes, request)
    if (request.method !== 'HEAD') return response
    // Closes the file, or the rows of the database, that a body would be read from.
    await response.body?.cancel()
    return new Response(null, { status: response.status, headers: response.headers })
  }
}

/** Checks in this order: path, method, authentication, permission, input; only then runs the procedure. */
async function answer(routes: Routes, request: Request): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.slice(PREFIX.length)
  const resHeaders = new Headers()
  try {
    const route = await routes.find(request.method === 'HEAD' ? 'GET' : request.method, path)
    if (!route) return await answerUnmatched(routes, request, path)
    requestContext().route = PREFIX + route.pattern
    const context = { ...(await apiContextOf(request.headers)), resHeaders }
    await checkAccess(route.procedure, context)
    const stored = await (request.method === 'POST' ? runPost : runOther)(route, request, url, context)
    return stored instanceof Response ? stored : responseOf(orNotModified(request, stored))
  } catch (cause) {
    const { error, isKnown } = toAppError(cause)
    if (!isKnown) requestContext().log.error({ err: cause }, 'An API call failed')
    return errorResponse(error, headersOf(error, resHeaders))
  }
}

/** Headers of an error response: the current `ETag` for 412, `Location` for 308, and none of those that the failed procedure set. */
function headersOf({ status }: AppError, resHeaders: Headers): Headers {
  const name = status === 308 ? 'location' : status === 412 ? 'etag' : undefined
  const value = name === undefined ? null : resHeaders.get(name)
  return new Headers(name !== undefined && value !== null ? { [name]: value } : {})
}

/** Answers OPTIONS, a method that the path does not support (405), and an unknown path (404). */
async function answerUnmatched(routes: Routes, { method }: Request, path: string): Promise<Response> {
  const methods = await routes.methodsOf(path)
  if (methods.length === 0) throw createError('NOT_FOUND')
  const allow = methods.join(', ')
  if (method === 'OPTIONS') return responseOf({ status: 204, headers: { allow }, body: null })
  return errorResponse(createError('METHOD_NOT_ALLOWED'), new Headers({ allow }))
}

type Context = RpcContext & { resHeaders: Headers }

/** The procedure's own check, before validating the input or replaying a stored response. */
async function checkAccess(procedure: AnyProcedure, { session }: Context): Promise<void> {
  const { access }: ProcedureMeta = definitionOf(procedure).meta
  if (access !== undefined && isOfLending(access)) await requireLending()
  if (access !== undefined && access !== 'anyone') requireAccess(session, access)
}

/**
 * The condition of a change. Throws PRECONDITION_FAILED for a resource without versions: it cannot meet a condition, so
 * it must not ignore one.
 */
function requiredMatch(procedure: AnyProcedure, { method, headers }: Request): ReturnType<typeof readIfMatch> {
  if (method === 'GET' || method === 'HEAD') return null
  const ifMatch = readIfMatch(headers.get('if-match'))
  const { isVersioned = false }: ProcedureMeta = definitionOf(procedure).meta
  if (ifMatch && ifMatch !== '*' && !isVersioned) throw createError('PRECONDITION_FAILED')
  return ifMatch
}

/** The input of a request: where its body is a file, the fields of its query and the file. */
async function readInput(
  procedure: AnyProcedure,
  request: Request,
  { searchParams }: URL,
  params: Record<string, string>,
): Promise<RequestInput & { file?: Buffer }> {
  const { fileLimit }: ProcedureMeta = definitionOf(procedure).meta
  if (fileLimit === undefined) return readRequestInput(request, searchParams, params)
  const fields = textFields(searchParams)
  refuseFields(Object.keys(params).filter((name) => Object.hasOwn(fields, name)))
  const file = await receiveFile(request, fileLimit)
  return { fields, file, text: file.toString('latin1') }
}

async function runOther(
  { procedure, params }: Route,
  request: Request,
  url: URL,
  context: Context,
): Promise<StoredResponse | Response> {
  const ifMatch = requiredMatch(procedure, request)
  const { fields, file } = await readInput(procedure, request, url, params)
  const output = await call(
    procedure,
    { ...fields, ...params },
    { context: { ...context, ifMatch, ...(file && { file }) }, signal: request.signal },
  )
  // A file is sent as it is made.
  return output instanceof Response ? output : answerOf(procedure, output, context)
}

async function runPost(route: Route, request: Request, url: URL, context: Context): Promise<StoredResponse> {
  const { procedure, params } = route
  requiredMatch(procedure, request)
  const key = readIdempotencyKey(request.headers)
  if (isUploadRoute(definitionOf(procedure).route)) return runUpload(route, request, url, context, key)
  const { streamLimit }: ProcedureMeta = definitionOf(procedure).meta
  if (streamLimit !== undefined) {
    const stream = receiveStream(request, streamLimit)
    return run(procedure, { ...textFields(url.searchParams), ...params }, { ...context, stream }, request.signal)
  }
  const { fields, text, file } = await readInput(procedure, request, url, params)
  const input = { ...fields, ...params }
  const given = { ...context, ...(file && { file }) }
  if (key === null || !context.session) return run(procedure, input, given, request.signal)
  return runOnce({ ...ownKey(context.session, key), path: url.pathname, body: text }, (store) => {
    const storeResponse = async (output: unknown) =>
      store(answerOf(procedure, await parseOutput(procedure, output), context))
    return run(procedure, input, { ...given, storeResponse }, request.signal)
  })
}

/** Idempotency keys are per API key: two programs of one owner may both count from one. */
const ownKey = ({ id, user, scopes }: CurrentSession, key: string) => ({
  userId: user.id,
  key: scopes ? `${id} ${key}` : key,
})

/** Stores the body, a file, and then runs the procedure; a repeated request with the same key drops its file again. */
async function runUpload(
  { procedure, params }: Route,
  request: Request,
  url: URL,
  context: Context,
  key: string | null,
): Promise<StoredResponse> {
  const input = { ...textFields(url.searchParams), ...params }
  const upload = await receiveUpload(request)
  const runWith = async () => {
    try {
      return await run(procedure, input, { ...context, upload }, request.signal)
    } catch (error) {
      await dropUpload(db, upload.id)
      throw error
    }
  }
  if (key === null || !context.session) return runWith()
  const path = `${url.pathname}${url.search}`
  const body = `${upload.filename} ${upload.digest}`
  let hasRun = false
  try {
    return await runOnce({ ...ownKey(context.session, key), path, body }, () => {
      hasRun = true
      return runWith()
    })
  } finally {
    if (!hasRun) await dropUpload(db, upload.id)
  }
}

/** An output as the procedure returns it: only the fields of its schema. */
async function parseOutput(procedure: AnyProcedure, output: unknown): Promise<unknown> {
  const result = await definitionOf(procedure).outputSchema?.['~standard'].validate(output)
  if (result?.issues) throw new Error('An output does not fit its schema')
  return result ? result.value : output
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
  status: definitionOf(procedure).route.successStatus ?? 200,
  headers: Object.fromEntries(resHeaders),
  body: output === undefined ? null : JSON.stringify(output),
})

/** A 304 if `If-None-Match` names the response's `ETag`. */
function orNotModified({ method, headers }: Request, stored: StoredResponse): StoredResponse {
  const { etag } = stored.headers
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || etag === undefined || !matchesTag(headers.get('if-none-match'), etag)) return stored
  return { ...stored, status: 304, body: null }
}

const responseOf = ({ status, headers, body }: StoredResponse): Response =>
  new Response(body, {
    status,
    headers: { ...headers, 'cache-control': 'no-store', ...(body !== null && { 'content-type': 'application/json' }) },
  })
