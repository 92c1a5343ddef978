import { createHash, timingSafeEqual } from 'node:crypto'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Answers `/api/metrics`: 404 without METRICS_TOKEN, 401 without the token as `Authorization: Bearer`. */
export async function answerMetrics(request: Request): Promise<Response> {
  const { metricsToken } = env()
  if (metricsToken === undefined) return errorResponse(createError('NOT_FOUND'))
  const [, given = ''] = /^bearer +(.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  // Digests, since only values of one length are compared in constant time.
  if (!timingSafeEqual(digest(given), digest(metricsToken)))
    return errorResponse(createError('UNAUTHORIZED'), new Headers({ 'www-authenticate': 'Bearer realm="metrics"' }))
  const { METRICS_TYPE, readMetrics, startMetrics } = await import('./metrics.server.ts')
  startMetrics()
  return new Response(await readMetrics(), { headers: { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' } })
}
