import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface HangingConnection {
  port: number
  /** Lets it hang: connections are taken and nothing goes on, until it is let go. */
  hang: (isHanging: boolean) => void
  close: () => void
}

/** A port that leads to another, over a connection that can hang as a phone's does between two cells. */
export async function hangingConnection(target: number): Promise<HangingConnection> {
  const open = new Set<Socket>()
  let isHanging = false
  const join = (from: Socket, to: Socket, cut: () => void) => {
    open.add(from)
    from.on('data', (data) => to.write(data))
    from.on('end', () => to.end())
    from.on('error', cut)
    from.on('close', () => open.delete(from))
    if (isHanging) from.pause()
  }
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    const cut = () => {
      near.destroy()
      far.destroy()
    }
    join(near, far, cut)
    join(far, near, cut)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    hang: (next) => {
      isHanging = next
      for (const socket of open)
        if (next) socket.pause()
        else socket.resume()
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
