import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectEncrypted } from 'node:tls'
import { inForce } from '#base/env/in-force.server.ts'

/** Milliseconds in which a mail server greets. */
const PATIENCE = 5000

interface Place {
  host: string
  port: number
  isEncrypted: boolean
}

/** Where mails are sent to; undefined where they go into the outbox. */
function place(): Place | undefined {
  const { mailServer } = inForce()
  if (mailServer === undefined) return undefined
  if (typeof mailServer === 'object')
    return { host: mailServer.host, port: mailServer.port, isEncrypted: mailServer.security === 'tls' }
  const { protocol, hostname, port } = new URL(mailServer)
  const isEncrypted = protocol === 'smtps:'
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isEncrypted ? 465 : 587), isEncrypted }
}

/**
 * Connects to the mail server and waits for its greeting, without signing in or sending anything. Returns its address and
 * why it does not answer, if so; undefined where mails go into the outbox.
 */
export async function reachMailServer(): Promise<{ server: string; reason?: string } | undefined> {
  const found = place()
  if (!found) return undefined
  const server = `${found.host}:${found.port}`
  try {
    await greet(found)
    return { server }
  } catch (error) {
    // For a host name with several addresses the error has no message of its own.
    const reason = error instanceof Error ? error.message || ('code' in error && String(error.code)) : ''
    return { server, reason: reason || 'unknown' }
  }
}

async function greet({ host, port, isEncrypted }: Place): Promise<void> {
  const socket = isEncrypted
    ? // No mail goes out here: whether the certificate is trusted shows when a mail is sent.
      connectEncrypted({ host, port, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) })
    : connectPlain({ host, port })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE / 1000} s`)), PATIENCE)
  socket.once('error', reject)
  socket.once('close', () => reject(new Error('it closed the connection')))
  socket.once('data', (data) => {
    const line = data.toString('utf8').split('\r\n', 1)[0] ?? ''
    if (line.startsWith('220')) resolve()
    else reject(new Error(line.slice(0, 100)))
  })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    socket.on('error', () => undefined)
    socket.destroy()
  }
}
