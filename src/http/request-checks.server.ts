import { refuseInDemo } from '#auth/better-auth/demo.server.ts'
import { env } from '#env/env.server.ts'
import { createError } from '#errors/create-error.server.ts'

/** Bytes of a body; the largest form of Maktaba is a few kilobytes. */
export const BODY_LIMIT = 1_000_000

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a request before anything looks at it: unknown host, foreign origin, too large a body. */
export function checkRequest(request: Request, pathname: string): void {
  const { origins } = env()
  // Probes of the machine's own supervisor know no host name.
  if (!pathname.startsWith('/api/health/') && !isKnownHost(request.headers.get('host'), origins)) {
    throw createError('MISDIRECTED_REQUEST')
  }
  // A server function is called by our pages alone, also to read.
  if (pathname.startsWith('/_serverFn/') && isForeign(request.headers, origins)) throw foreign()
  if (SAFE.has(request.method)) return
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT) throw createError('CONTENT_TOO_LARGE')
  if (isForeign(request.headers, origins)) throw foreign()
  refuseInDemo(request.method, pathname)
}

const foreign = () => createError('INVALID_ORIGIN')

const isKnownHost = (host: string | null, origins: readonly string[]): boolean =>
  host !== null && hostsOf(origins).has(host.toLowerCase())

const known = new WeakMap<readonly string[], Set<string>>()

function hostsOf(origins: readonly string[]): Set<string> {
  const hosts = known.get(origins) ?? new Set(origins.map((origin) => new URL(origin).host))
  known.set(origins, hosts)
  return hosts
}

/** A browser says where a form comes from; a program that says nothing brings no cookies of its own accord. */
function isForeign(headers: Headers, origins: readonly string[]): boolean {
  const origin = headers.get('origin')
  if (origin !== null && !origins.includes(origin)) return true
  const site = headers.get('sec-fetch-site')
  return origin === null && site !== null && site !== 'same-origin' && site !== 'none'
}
