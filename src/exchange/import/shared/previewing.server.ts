import { FairTurns } from '#base/db/connection/fair-turns.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requestClientKey } from '#base/lib/http/request-context.server.ts'

const turns = new FairTurns({ max: 2, maxOfOne: 1, maxWaiting: 100, patience: 30_000 })

/**
 * Reads rows in turn: each preview holds a connection and reads its file by another, and a few at once would wait for each
 * other. Throws TEMPORARILY_UNAVAILABLE when the wait is too long.
 */
export const previewing = <T>(work: () => Promise<T>): Promise<T> =>
  turns.run(requestClientKey(), work, () => createError('TEMPORARILY_UNAVAILABLE', { retryAfter: 5 }))
