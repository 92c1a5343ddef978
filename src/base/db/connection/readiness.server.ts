import { canReadAtReplica } from '../replica/replica.server.ts'
import { ping } from './client.server.ts'

let isStopping = false

/** Makes `/api/health/ready` answer 503 while the server finishes requests in flight. */
export function markStopping(): void {
  isStopping = true
}

/**
 * 200 when the server can answer and is not stopping, else 503: with `isForWriting` when the database takes changes, without
 * it also when lists can only be read, at a standby.
 */
export async function readiness({ isForWriting = false } = {}): Promise<Response> {
  const database = await ping().then(
    (takesChanges) => (takesChanges ? 'ok' : 'read_only'),
    () => (canReadAtReplica() ? 'read_only' : 'unavailable'),
  )
  const isAble = database === 'ok' || (database === 'read_only' && !isForWriting)
  const isReady = isAble && !isStopping
  return Response.json(
    { status: isReady ? 'ok' : isStopping ? 'stopping' : 'unavailable', database },
    { status: isReady ? 200 : 503, headers: { 'cache-control': 'no-store', ...(!isReady && { 'retry-after': '5' }) } },
  )
}
