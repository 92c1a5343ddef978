import type { Server } from 'srvx'
import { failureText, log } from '#boot.server.ts'
import { env } from '#base/env/env.server.ts'
import { passedSocket } from '#base/env/passed-socket.server.ts'

/** The server of this process, which listens or is about to. */
export type Listener = Pick<Server, 'serve' | 'close' | 'node'>

/** Listens at HOST and PORT, or at the socket that systemd has passed. Once it listens, another call does nothing. Exits when it cannot. */
export async function listenOrExit(server: Listener): Promise<void> {
  try {
    await server.serve()
    // srvx reports a taken port on the Node server only.
    await new Promise<void>((resolve, reject) => {
      const node = server.node?.server
      if (!node || node.listening) return resolve()
      node.once('listening', resolve)
      node.once('error', reject)
    })
    // A client address that is sent along is believed on this socket: at a port any program could send one.
    if (passedSocket() !== undefined && server.node?.server?.address() !== null)
      throw new Error('The socket that systemd passes is none of Unix: ListenStream= must be a path')
  } catch (error) {
    exitWithoutPort(error)
  }
}

/** Says why the port cannot be listened on, and ends. */
export function exitWithoutPort(error: unknown): never {
  if (passedSocket() !== undefined) {
    log().fatal(failureText(error))
    process.exit(1)
  }
  const { host, port } = env()
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  log().fatal(
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken, perhaps by another Maktaba. Stop that one, or set PORT to another port.`
      : code === 'EACCES'
        ? `Port ${port} on ${host} may not be used by this user. Set PORT to 1024 or more.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN'
          ? `HOST ${host} is no address of this machine.`
          : failureText(error),
  )
  process.exit(1)
}
