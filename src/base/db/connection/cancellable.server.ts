import { createError } from '#base/errors/create-error.server.ts'
import { requestCancel } from './cancel-request.server.ts'
import { acquireReader, databaseOn, readDb, type Queryable } from './client.server.ts'

/**
 * Runs reads on one pooled connection. When `signal` is aborted, cancels the running query in PostgreSQL and throws
 * ABORTED. Not for changes, which must finish even if the client has gone.
 */
export async function cancellable<T>(signal: AbortSignal | undefined, run: (tx: Queryable) => Promise<T>): Promise<T> {
  if (!signal) return run(readDb())
  if (signal.aborted) throw aborted()
  const client = await acquireReader()
  let cancelling: Promise<void> | undefined
  const cancel = () => {
    cancelling = requestCancel(client)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    if (signal.aborted) throw aborted()
    return await run(databaseOn(client))
  } catch (error) {
    throw signal.aborted ? aborted() : error
  } finally {
    signal.removeEventListener('abort', cancel)
    // Otherwise the cancellation could hit the next query on this connection.
    await cancelling
    client.release()
  }
}

const aborted = () => createError('ABORTED')
