import { ping } from './client.server.ts'

let isStopping = false

/** Makes `/api/health/ready` answer 503 while the server finishes requests in flight. */
export function markStopping(): void {
  isStopping = true
}

/** 200 when the database answers and the server is not stopping, else 503. */
export async function readiness(): Promise<Response> {
  const database = await ping().then(
    () => 'ok',
    () => 'unavailable',
  )
  const isReady = database === 'ok' && !isStopping
  return Response.json(
    { status: isReady ? 'ok' : isStopping ? 'stopping' : 'unavailable', database },
    { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) } },
  )
}
