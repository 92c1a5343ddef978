import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PoolClient } from 'pg'

/** Number of a request to cancel in PostgreSQL's protocol, in place of the version. */
const CANCEL = 80_877_102
/** Milliseconds after which a server that does not close the connection is left alone. */
const PATIENCE = 5000

/**
 * Cancels what a connection runs, by a request of the protocol on a connection of its own, as `libpq` does it: it needs no
 * connection of the pool, and reaches the right server through a pooler too, where `pg_cancel_backend` does not, since a
 * pooler's connections have process ids of its own. Resolves when the server has taken it, or cannot be reached.
 */
export async function requestCancel(client: PoolClient): Promise<void> {
  const message = messageOf(client)
  if (!message) return
  await new Promise<void>((resolve) => {
    const socket = open(client)
    socket.setTimeout(PATIENCE, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    // Not ended by us: the server closes when it has taken the request, and PgBouncer 1.18 would crash.
    socket.write(message)
    socket.resume()
  })
}

function messageOf(client: PoolClient): Buffer | undefined {
  if (!('processID' in client && 'secretKey' in client)) return undefined
  const { processID, secretKey } = client
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return undefined
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(CANCEL, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  return message
}

/** A connection to the very server: a name may stand for several. */
function open({ connection, host, port }: PoolClient): Socket {
  if (host.startsWith('/')) return connect(join(host, `.s.PGSQL.${port}`))
  const { stream } = connection
  const address = 'remoteAddress' in stream ? stream.remoteAddress : undefined
  return connect(port, typeof address === 'string' ? address : host)
}
