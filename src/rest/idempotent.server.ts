import { createHash } from 'node:crypto'
import { claimIdempotencyKey, type StoredResponse } from './idempotency-store.server.ts'
import { createError } from '#errors/create-error.server.ts'
import { requestContext } from '#lib/request-context.server.ts'

/** The `Idempotency-Key` of a request; null for none. Throws VALIDATION_ERROR at it for what is no key. */
export function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\u0021-\u007E]{1,255}$/.test(key))
    throw createError('VALIDATION_ERROR', { fields: { 'Idempotency-Key': { key: 'validation_invalid' } } })
  return key
}

interface Asked {
  userId: string
  key: string
  path: string
  /** As it came. */
  body: string
}

type Keep = (answer: StoredResponse) => Promise<void>

/**
 * Does what a request asks for once under its key, and answers the same to whoever sends it again. `run` may keep its answer
 * itself, in the transaction of its change; else it is kept after it. A failure is not kept, and gives the key back.
 * Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE.
 */
export async function runOnce(
  { userId, key, path, body }: Asked,
  run: (keep: Keep) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const claim = await claimIdempotencyKey(userId, key, createHash('sha256').update(`${path}\n${body}`).digest())
  if ('status' in claim) return { ...claim, headers: { ...claim.headers, 'idempotency-replayed': 'true' } }
  const cookies = requestContext().cookies.join()
  let isKept = false
  const keep: Keep = async (answer) => {
    await claim.keep(answer)
    isKept = true
  }
  try {
    const answer = await run(keep)
    // Cookies are for the browser that asked now: stored, they would be a way in.
    if (requestContext().cookies.join() !== cookies) await claim.free()
    // What was done stands, whether its answer can be kept or not.
    else if (!isKept) await claim.keep(answer).catch(logLost)
    return answer
  } catch (error) {
    await claim.free().catch(logLost)
    throw error
  }
}

const logLost = (error: unknown): void =>
  requestContext().log.error({ err: error }, 'An Idempotency-Key could not be settled')
