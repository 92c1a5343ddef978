import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimIdempotencyKey, type Claim, type StoredResponse } from './idempotency-store.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { unavailableReason } from '#base/db/unavailable-error.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

/** The `Idempotency-Key` of a request, or null. Throws VALIDATION_ERROR with that field for an invalid key. */
export function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get('idempotency-key')
  if (key !== null && !/^[\u0021-\u007E]{1,255}$/.test(key))
    throw createError('VALIDATION_ERROR', { fields: { 'Idempotency-Key': { key: 'validation_invalid' } } })
  return key
}

interface IdempotentRequest {
  userId: string
  key: string
  path: string
  /** The raw body. */
  body: string
}

type Store = (answer: StoredResponse) => Promise<void>

/**
 * Runs a request once per key and replays its response to repeated requests. `run` may store its response itself, in
 * the transaction of its change; otherwise it is stored afterwards. A failure is not stored and releases the key.
 * Throws IDEMPOTENCY_KEY_REUSED, IDEMPOTENCY_KEY_IN_USE.
 */
export async function runOnce(
  { userId, key, path, body }: IdempotentRequest,
  run: (store: Store) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const claim = await claimIdempotencyKey(userId, key, createHash('sha256').update(`${path}\n${body}`).digest())
  if ('status' in claim) return { ...claim, headers: { ...claim.headers, 'idempotency-replayed': 'true' } }
  const cookies = requestContext().cookies.join()
  let isStored = false
  const store: Store = async (answer) => {
    await claim.store(answer)
    isStored = true
  }
  try {
    const answer = await run(store)
    // A response that sets cookies is not stored: replaying it would hand a session to another client.
    if (requestContext().cookies.join() !== cookies) await claim.release()
    // The change is committed, so a failure to store the response is only logged.
    else if (!isStored) await claim.store(answer).catch(logFailure)
    return answer
  } catch (error) {
    await releaseOrLater(claim).catch(logFailure)
    throw error
  }
}

/** Milliseconds between tries to release a key, and until trying ends: the claim then counts as abandoned anyhow. */
const RELEASE_AGAIN = 1000
const RELEASE_PATIENCE = 60_000

/** Releases the key, or as soon as the database is there again: until then the request cannot be repeated. */
async function releaseOrLater(claim: Claim): Promise<void> {
  try {
    await claim.release()
  } catch (error) {
    if (unavailableReason(error) === undefined) throw error
    void releaseLater(claim, performance.now())
  }
}

async function releaseLater(claim: Claim, since: number): Promise<void> {
  while (performance.now() - since < RELEASE_PATIENCE) {
    await sleep(RELEASE_AGAIN, undefined, { ref: false })
    const isReleased = await claim.release().then(
      () => true,
      () => false,
    )
    if (isReleased) return
  }
}

const logFailure = (error: unknown): void =>
  requestContext().log.error({ err: error }, 'An Idempotency-Key could not be settled')
