import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { createHash } from 'node:crypto'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'
import { bestEncoding, type Encoding } from '#base/lib/http/best-encoding.server.ts'
import { withSlashes } from '#base/lib/with-slashes.server.ts'
import { isForUs } from './request-checks.server.ts'
import { fileSecurityHeaders } from './security/security-headers.server.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  // Browsers compile it while it comes only by this type.
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

const HASHED = 'public, max-age=31536000, immutable'
/** Browsers ask for it anew with every page, to notice a new build. */
const SERVICE_WORKER = '/service-worker.js'

interface StaticFile {
  bodies: Partial<Record<Encoding, Buffer<ArrayBuffer>>>
  type: string
  etag: string
  caching: string
}

/** Reads the built files into memory, with the `.br` and `.gz` files that the build compressed. */
export function loadStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const identity = readFileSync(path)
    const url = `/${withSlashes(relative(folder, path))}`
    const bodies: StaticFile['bodies'] = { identity }
    const br = readOptional(`${path}.br`)
    const gzip = readOptional(`${path}.gz`)
    if (br) bodies.br = br
    if (gzip) bodies.gzip = gzip
    files.set(url, {
      bodies,
      type: TYPES[extname(path)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      caching: url.startsWith('/assets/') ? HASHED : url === SERVICE_WORKER ? 'no-cache' : 'public, max-age=3600',
    })
  }
  return files
}

function readOptional(path: string): Buffer<ArrayBuffer> | undefined {
  try {
    return readFileSync(path)
  } catch {
    // The build does not compress every file.
    return undefined
  }
}

/**
 * The response for a static file, in the best encoding that the browser accepts: 421 for another host; undefined without such
 * a file.
 */
export function serveStatic(files: Map<string, StaticFile>, request: Request, url: URL): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const file = files.get(url.pathname)
  if (!file) return undefined
  if (!isForUs(request, url)) return errorResponse(createError('MISDIRECTED_REQUEST'))
  const headers: Record<string, string> = {
    ...fileSecurityHeaders(url.pathname, file.type, env().baseUrl.startsWith('https:')),
    'content-type': file.type,
    'cache-control': file.caching,
    etag: file.etag,
    vary: 'Accept-Encoding',
  }
  if (isCurrent(request.headers.get('if-none-match'), file.etag)) return new Response(null, { status: 304, headers })
  const encoding = bestEncoding(request.headers.get('accept-encoding'), file.bodies)
  const body = file.bodies[encoding] ?? Buffer.alloc(0)
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  headers['content-length'] = String(body.byteLength)
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

/** Whether `If-None-Match` names this version (RFC 9110, 13.1.2): `*`, or a strong or weak tag in a list. */
const isCurrent = (ifNoneMatch: string | null, etag: string): boolean =>
  ifNoneMatch !== null &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
