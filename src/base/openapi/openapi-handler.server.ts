import { createHash } from 'node:crypto'
import type { AnyRouter } from '@orpc/server'
import { createError } from '#base/errors/create-error.server.ts'
import { lazy } from '#base/lib/lazy.ts'
import { matchesTag } from '#base/rpc/entity-tag.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'

const ALLOW = 'GET, HEAD, OPTIONS'

// The generator is loaded at the first request for the document: hardly any process needs it.
const make = async (router: AnyRouter) => (await import('./openapi.server.ts')).openApiDocument(router)

/** Answers `/api/v1/openapi.json`, which is for everybody. The document is made at the first call. */
export function openApiHandler(router: AnyRouter): (request: Request) => Promise<Response> {
  const made = lazy(async () => {
    const text = JSON.stringify(await make(router))
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
  })
  return async ({ method, headers }) => {
    if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: ALLOW } })
    if (method !== 'GET' && method !== 'HEAD')
      return errorResponse(createError('METHOD_NOT_ALLOWED'), new Headers({ allow: ALLOW }))
    const { text, etag } = await made()
    const about = { etag, 'cache-control': 'no-cache' }
    if (matchesTag(headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: about })
    return new Response(method === 'HEAD' ? null : text, { headers: { ...about, 'content-type': 'application/json' } })
  }
}
