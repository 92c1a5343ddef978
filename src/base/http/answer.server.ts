import { randomBytes } from 'node:crypto'
import { limitRequestBody } from 'srvx/body-limit'
import { readToken } from '#base/auth/session/session.server.ts'
import { readCookie } from '#base/lib/http/cookie.server.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { chooseLocale, LANGUAGE_COOKIE, LANGUAGE_HEADER } from '#base/i18n/locale.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { addressList } from '#base/lib/http/address-list.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { buildName } from '#base/lib/build-info.server.ts'
import { BUILD_HEADER } from '#base/lib/connection/build-header.ts'
import { isTimeZone } from '#base/lib/time-zone.ts'
import { networkOf } from '#base/lib/http/network.server.ts'
import { newId } from '#base/lib/id.ts'
import { noteRequest } from '#base/lib/idle.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { noTimings, withRequestContext, type RequestContext } from '#base/lib/http/request-context.server.ts'
import { requestBegun, requestEnded } from '#base/lib/telemetry.server.ts'
import { tooLarge } from '#base/lib/http/too-large.server.ts'
import { isHeldByRestore } from '#base/db/backup/restore-state.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { rememberWrite } from '#base/db/replica/own-writes.server.ts'
import { unavailableError } from '#base/db/unavailable-error.server.ts'
import { errorResponse, withRetryAfter } from '#base/errors/error-response.server.ts'
import { readCall } from '#base/rpc/function-call.server.ts'
import type { Logger } from '#base/lib/log.server.ts'
import { arrivalOf, clientAddress, hasForgedHeaders, isTrusted } from './client-address.server.ts'
import { compress } from './compress.server.ts'
import { BODY_LIMIT, checkRequest, isProbe, isUpload } from './request-checks.server.ts'
import { isFunction, isReadable, normalizedUrl } from './request-url.server.ts'
import { RequestStarts } from './request-starts.server.ts'
import { securityHeaders } from './security/security-headers.server.ts'

type Handler = (request: Request) => Promise<Response>

interface Options {
  /** The pattern of the route that a path leads to, for metrics and traces. */
  routeOf?: (pathname: string) => string
}

const trusted = lazy(() => addressList(env().trustedProxies))

/** Wraps a handler for every request: checks, request context, language, compression, headers, a log line. */
export function createRequestHandler(
  handler: Handler,
  log: Logger,
  { routeOf = () => 'unknown' }: Options = {},
): (request: Request, socketAddress: string) => Promise<Response> {
  let hasWarned = false
  const warnOnce = ({ headers }: Request, socketAddress: string) => {
    if (hasWarned || !hasForgedHeaders(headers, socketAddress, trusted())) return
    hasWarned = true
    log.warn(
      `X-Forwarded-* from ${socketAddress} is ignored, from whoever is not in TRUSTED_PROXIES. If that is your proxy, name it there: until then all its visitors count as one.`,
    )
  }
  const starts = new RequestStarts()
  return async (request, socketAddress) => {
    const started = performance.now()
    const url = new URL(request.url)
    warnOnce(request, socketAddress)
    const context = contextFor(request, socketAddress, log)
    requestBegun.publish(context)
    if (!isProbe(url.pathname)) noteRequest()
    await starts.wait(() => readToken(request.headers.get('cookie')) ?? context.clientKey)
    const { headers } = request
    const locale = chooseLocale(
      [headers.get(LANGUAGE_HEADER), readCookie(headers.get('cookie'), LANGUAGE_COOKIE)],
      headers.get('accept-language'),
    )
    const response = await withRequestContext(context, () =>
      withLocale(locale, async () => {
        try {
          checkRequest(request, url)
          await settle(url.pathname)
          const answer = await handler(await readRequest(request, url))
          return await compress(request, asRedirect(await asClientError(answer, url, context)))
        } catch (error) {
          if (error instanceof AppError) return errorFor(error, url.pathname)
          if (request.signal.aborted) return new Response(null, { status: 499 })
          if (isFunction(url) && !context.isFunctionReached) return errorFor(createError('NOT_FOUND'), url.pathname)
          const unavailable = unavailableError(error)
          if (unavailable) return errorFor(unavailable, url.pathname)
          context.log.error({ err: error }, 'A request failed')
          return errorResponse(createError('UNKNOWN_ERROR'))
        }
      }),
    )
    await rememberWrite(request.method, context)
    const milliseconds = performance.now() - started
    // The rest of the body may be unread, so the connection cannot be reused.
    const isUnread = response.status >= 400 && isUpload(request.method, url.pathname)
    if (isUnread || response.status === 413 || response.status === 499) response.headers.set('connection', 'close')
    finish(withRetryAfter(response), url.pathname, context, milliseconds)
    logRequest(request.method, url, response, context, milliseconds)
    if (requestEnded.hasListeners) {
      const route = withRequestContext(context, () => patternOf(url, context, routeOf))
      requestEnded.publish({ context, method: request.method, route, status: response.status, milliseconds })
    }
    return response
  }
}

/** Reads the library's settings, which hold from here on; without a database the last ones that were read. */
async function settle(pathname: string): Promise<void> {
  if (!isProbe(pathname) && !isHeldByRestore()) await librarySettings().catch(() => undefined)
}

/** The pattern of the path, of which there are few, whatever clients ask for. */
function patternOf(url: URL, { route, isFunctionReached }: RequestContext, routeOf: (path: string) => string): string {
  if (route !== undefined) return route
  if (isFunction(url)) return isFunctionReached ? normalizedUrl(url).pathname : '/_serverFn/*'
  return isReadable(url.pathname) ? routeOf(url.pathname) : 'unknown'
}

/** A line for each request. Without the query, which may contain an address or a search; without any header. */
function logRequest(
  method: string,
  { pathname: path }: URL,
  { status }: Response,
  { log, clientIp: client, caller }: RequestContext,
  milliseconds: number,
): void {
  const who = caller && { user: caller.userId, ...(caller.sessionId !== undefined && { session: caller.sessionId }) }
  log.info({ method, path, status, milliseconds: round(milliseconds), client, ...who }, 'request')
}

const round = (milliseconds: number): number => Math.round(milliseconds * 10) / 10

/** Replaces Start's 500, which has a stack trace, for a call that reached no server function, and its 405, by our errors. */
async function asClientError(response: Response, url: URL, { isFunctionReached }: RequestContext): Promise<Response> {
  if (response.status === 405 && isFunction(url)) return wrongMethod(await response.text())
  if (response.status !== 500 || !isFunction(url) || isFunctionReached) return response
  const isUnknown = (await response.text()).includes('Server function info not found')
  return errorFor(isUnknown ? createError('NOT_FOUND') : createError('VALIDATION_ERROR'), url.pathname)
}

/** For Start's 405, a sentence in plain text that names the method: "expected POST method. Got GET". */
function wrongMethod(sentence: string): Response {
  const response = errorFor(createError('METHOD_NOT_ALLOWED'), '/_serverFn/')
  response.headers.set('allow', /expected ([A-Z]+)/.exec(sentence)?.[1] ?? 'GET, POST')
  return response
}

/** Gives a page that redirects because a server function has refused the status of a redirect: it has the refusal's. */
const asRedirect = (response: Response): Response =>
  response.status >= 400 && response.headers.has('location')
    ? new Response(null, { status: 303, headers: response.headers })
    : response

/** An error response; problem+json for a server function, since Start would take JSON for the function's result. */
function errorFor(error: AppError, pathname: string): Response {
  const response = errorResponse(error)
  if (pathname.startsWith('/_serverFn/')) response.headers.set('content-type', 'application/problem+json')
  return response
}

function contextFor(request: Request, socketAddress: string, log: Logger): RequestContext {
  const isFromProxy = isTrusted(socketAddress, trusted())
  const traceParent = isFromProxy ? request.headers.get('traceparent') : null
  const id = requestId(request, isFromProxy)
  // Lazy: only pages need a nonce, and the library's time zone is known only then.
  const nonce = lazy(() => randomBytes(16).toString('base64'))
  const timeZone = lazy(() => timeZoneOf(request))
  const clientIp = clientAddress(socketAddress, request.headers.get('x-forwarded-for'), trusted())
  return {
    id,
    log: log.child({ requestId: id }),
    clientIp,
    ...arrivalOf(request, socketAddress),
    clientKey: `client:${networkOf(clientIp)}`,
    userAgent: request.headers.get('user-agent'),
    get nonce() {
      return nonce()
    },
    get timeZone() {
      return timeZone()
    },
    cookies: [],
    headers: [],
    ...(traceParent !== null && { traceParent }),
    spent: noTimings(),
    isFunctionReached: false,
  }
}

const REQUEST_ID = 'x-request-id'
/** The id that a trusted proxy has given the request, so that both logs name it alike; else a new one. */
function requestId({ headers }: Request, isFromProxy: boolean): string {
  const given = headers.get(REQUEST_ID)
  return isFromProxy && given !== null && /^[\w.-]{8,64}$/.test(given) ? given : newId()
}

function timeZoneOf(request: Request): string {
  const zone = (readCookie(request.headers.get('cookie'), 'tz') ?? '').replaceAll(/%2F/gi, '/').replaceAll(/%2B/gi, '+')
  return isTimeZone(zone) ? zone : inForce().timeZone
}

/**
 * The request for the handler: reads a body without Content-Length up to the limit, and converts a call of a server
 * function to TanStack Start's format. Throws CONTENT_TOO_LARGE, and NOT_FOUND or VALIDATION_ERROR for an invalid call.
 */
async function readRequest(request: Request, url: URL): Promise<Request> {
  const isStream = isUpload(request.method, url.pathname)
  const buffered = request.headers.has('transfer-encoding') && !isStream ? await bufferBody(request) : request
  const address = normalizedUrl(url)
  if (isFunction(address)) return readCall(buffered, address)
  return address === url ? buffered : new Request(address, buffered)
}

/** Buffers the body, since some libraries report one that is cut off at the limit as an internal error. */
async function bufferBody(request: Request): Promise<Request> {
  const { method, url, signal } = request
  const body = await limitRequestBody(request, BODY_LIMIT)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw tooLarge(error) ?? createError('VALIDATION_ERROR')
    })
  const headers = new Headers(request.headers)
  headers.delete('transfer-encoding')
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, signal, ...(hasBody && { body }) })
}

/** How long the parts of the answer took, for managers: others could learn from it what is not shown to them. */
function timingOf({ spent, caller }: RequestContext, milliseconds: number): string | undefined {
  if (!caller?.isManager) return undefined
  const { queries, databaseMilliseconds, renderMilliseconds } = spent
  return [
    `db;dur=${round(databaseMilliseconds)};desc="queries: ${queries}"`,
    `render;dur=${round(renderMilliseconds)}`,
    `total;dur=${round(milliseconds)}`,
  ].join(', ')
}

/**
 * Pages from which one comes into the managers' pages without another document, and so without another policy; and that of a
 * self-service corner, where nobody is signed in.
 */
const WITH_CAMERA = /^\/(?:login|onboarding|setup|desk\/self)(?:\/|$)/

function finish(response: Response, pathname: string, context: RequestContext, milliseconds: number): void {
  const { headers } = response
  const { baseUrl, captcha } = env()
  const isPage = headers.get('content-type')?.startsWith('text/html')
  const nonce = isPage ? context.nonce : undefined
  for (const [name, value] of securityHeaders(nonce, baseUrl.startsWith('https:'), {
    captcha: captcha?.provider,
    hasCamera: isPage === true && (context.caller?.isManager === true || WITH_CAMERA.test(pathname)),
  }))
    headers.set(name, value)
  headers.set(REQUEST_ID, context.id)
  const timing = timingOf(context, milliseconds)
  if (timing !== undefined) headers.set('server-timing', timing)
  if (buildName() !== '') headers.set(BUILD_HEADER, buildName())
  for (const [name, value] of context.headers) headers.set(name, value)
  for (const cookie of context.cookies) headers.append('set-cookie', cookie)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}
