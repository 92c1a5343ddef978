import type { ServerRequest } from 'srvx'
import { refuseInDemo } from '#base/auth/better-auth/demo.server.ts'
import { RESTORE_FILE_PATH, RESTORE_LIMIT } from '#base/lib/restore-file.ts'
import { fileLimitOf } from '#base/lib/stored-upload.ts'
import { networkOriginsOf } from '#base/lib/http/house-network.server.ts'
import { fileTooLarge } from '#base/lib/http/too-large.server.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'

/** Maximum bytes of a body that is no file; the largest form of Maktaba is a few kilobytes. */
export const BODY_LIMIT = 1_000_000

/** Maximum bytes of a body that is a file, which is read as a stream; undefined for any other body. */
const fileLimit = (method: string, pathname: string): number | undefined =>
  method === 'POST' && pathname === RESTORE_FILE_PATH
    ? RESTORE_LIMIT
    : fileLimitOf({ method, path: /^\/api\/v1(\/.*?)\/?$/.exec(pathname)?.[1] })

/** Whether the body of a request is a file, which is read as a stream. */
export const isUpload = (method: string, pathname: string): boolean => fileLimit(method, pathname) !== undefined

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a path is asked by what watches the server, by whatever name and while the database is down. */
export const isProbe = (pathname: string): boolean => pathname.startsWith('/api/health/') || pathname === '/api/metrics'

/** Rejects a request before it is parsed: unknown host, foreign origin, too large a body, or a change in demo mode. */
export function checkRequest(request: ServerRequest, url: URL): void {
  const origins = originsFor(request)
  const { pathname } = url
  // Probes do not know the host name; metrics need a token besides.
  if (!isProbe(pathname) && !isForUs(request, url)) throw createError('MISDIRECTED_REQUEST')
  // Only our pages may call server functions, even to read.
  if (pathname.startsWith('/_serverFn/') && isForeign(request.headers, origins)) throw foreign()
  if (SAFE.has(request.method)) return
  const limit = fileLimit(request.method, pathname)
  if (Number(request.headers.get('content-length') ?? 0) > (limit ?? BODY_LIMIT))
    throw limit === undefined ? createError('CONTENT_TOO_LARGE') : fileTooLarge(limit)
  if (isForeign(request.headers, origins)) throw foreign()
  refuseInDemo(request.method, pathname)
}

const foreign = () => createError('INVALID_ORIGIN')

/** The origins that a request may name: by the house's network the address where it arrived, so that no name leads there. */
const originsFor = (request: ServerRequest): readonly string[] => networkOriginsOf(request) ?? env().origins

/** Whether a request names a host of ours. A target in absolute form, `GET http://host/path`, does so instead of the header (RFC 9112, 3.2.2). */
export function isForUs(request: ServerRequest, { host }: URL): boolean {
  const hosts = hostsOf(originsFor(request))
  return [request.headers.get('host'), host].every((name) => name !== null && hosts.has(name.toLowerCase()))
}

const hostCache = new WeakMap<readonly string[], Set<string>>()

function hostsOf(origins: readonly string[]): Set<string> {
  const hosts = hostCache.get(origins) ?? new Set(origins.map((origin) => new URL(origin).host))
  hostCache.set(origins, hosts)
  return hosts
}

/** Whether a browser sent the request from another site. Programs send no such headers, and no cookies unasked. */
function isForeign(headers: Headers, origins: readonly string[]): boolean {
  const origin = headers.get('origin')
  if (origin !== null && !origins.includes(origin)) return true
  const site = headers.get('sec-fetch-site')
  return origin === null && site !== null && site !== 'same-origin' && site !== 'none'
}
