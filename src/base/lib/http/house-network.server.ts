import { createServer, type ListenOptions, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'
import type { ServerRequest } from 'srvx'
import { houseAddresses } from '#base/env/addresses.server.ts'

/** By what the house's network is served. */
interface NetworkCarrier {
  /** The HTTP server of this process. It answers the connections, so that its limits hold for them. */
  server: { emit: (event: 'connection', socket: Socket) => boolean } | undefined
  /** The port, and how this process shares it with others. */
  listen: ListenOptions & { port: number }
  /** The addresses of this machine in the house's network, as they are now. */
  addresses?: () => readonly string[]
  log: Logger
}

/** An address of this machine that other devices open: `taken` by another program, or `failed` for another reason. */
export interface NetworkPlace {
  origin: string
  state: 'open' | 'taken' | 'failed'
}

interface Listener extends NetworkPlace {
  server: Server
  sockets: Set<Socket>
}

/** Milliseconds for the answers that are under way when an address is closed, that to the closing among them. */
const LAST_WORDS = 1000

let carrier: NetworkCarrier | undefined
const listeners = new Map<string, Listener>()
const arrivals = new WeakMap<Socket, Listener>()

/** Says by what the network is served. `settleNetwork` opens it. */
export function carryNetwork(by: NetworkCarrier): void {
  carrier = by
}

/** The addresses at which the network is served, or should be. */
export const networkPlaces = (): NetworkPlace[] =>
  [...listeners.values()].map(({ origin, state }) => ({ origin, state }))

/** The origins that other devices can open, the most likely one first. */
export const networkOrigins = (): string[] =>
  networkPlaces().flatMap(({ origin, state }) => (state === 'open' ? [origin] : []))

/**
 * The origins that a request may name which came by the network: that of the address where it arrived, and none once that
 * is closed. Undefined for a request that came by the server's own address.
 */
export function networkOriginsOf({ runtime }: ServerRequest): readonly string[] | undefined {
  const socket = runtime?.node?.req.socket
  const listener = socket && arrivals.get(socket)
  if (!listener) return undefined
  return listeners.get(addressOf(listener)) === listener ? [listener.origin] : []
}

const addressOf = ({ origin }: NetworkPlace): string => new URL(origin).hostname

let settling: Promise<unknown> = Promise.resolve()

/**
 * Listens on the addresses of the house's network that this machine has now, or on none. Where that is not possible it is
 * said by `networkPlaces` and tried again by the next call. One call after the other.
 */
export function settleNetwork(isOn: boolean): Promise<void> {
  const next = settling.then(() => settle(isOn))
  settling = next.catch(() => undefined)
  return next
}

async function settle(isOn: boolean): Promise<void> {
  const by = carrier
  const wanted = isOn && by ? addressesFor(by) : []
  for (const [address, listener] of listeners) if (!wanted.includes(address)) void close(address, listener)
  if (!by) return
  for (const address of wanted) if (listeners.get(address)?.state !== 'open') await open(address, by)
}

/** Ends listening, for a server that stops. Resolves when the connections are gone, which the HTTP server ends. */
export async function stopNetwork(): Promise<void> {
  carrier = undefined
  await settling
  await Promise.all([...listeners].map(([address, listener]) => close(address, listener, { isPatient: true })))
}

let hasWarned = false

/** The addresses to listen on; none (logged once) where the system tells none, as without AF_NETLINK under systemd. */
function addressesFor({ addresses = houseAddresses, log }: NetworkCarrier): readonly string[] {
  try {
    return addresses()
  } catch (err) {
    if (!hasWarned) log.warn({ err }, 'The addresses of this machine are not known, so none is open to the network')
    hasWarned = true
    return []
  }
}

async function open(address: string, { server, listen, log }: NetworkCarrier): Promise<void> {
  const { origin } = new URL(`http://${address}:${listen.port}`)
  const before = listeners.get(address)?.state
  // LIKE_HTTP: the options that an HTTP server sets for its sockets.
  const listener: Listener = { origin, state: 'failed', server: createServer(LIKE_HTTP), sockets: new Set() }
  listener.server.on('connection', (socket) => {
    arrivals.set(socket, listener)
    listener.sockets.add(socket)
    socket.once('close', () => listener.sockets.delete(socket))
    server?.emit('connection', socket)
  })
  listeners.set(address, listener)
  const problem = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    listener.server.once('error', resolve).listen({ ...listen, host: address }, () => resolve(undefined))
  })
  listener.state = problem === undefined ? 'open' : problem.code === 'EADDRINUSE' ? 'taken' : 'failed'
  // A failure is logged once, however often it repeats.
  if (problem === undefined) log.info(`Open to the network at ${origin}`)
  else if (listener.state !== before) log.warn({ err: problem }, `Not open to the network at ${origin}`)
  listener.server.on('error', (err) => log.warn({ err }, `The network at ${origin} has a fault`))
}

const LIKE_HTTP = { allowHalfOpen: true, noDelay: true }

async function close(address: string, { server, sockets }: Listener, { isPatient = false } = {}): Promise<void> {
  listeners.delete(address)
  const { promise, resolve } = Promise.withResolvers<unknown>()
  server.close(resolve)
  if (!isPatient) setTimeout(() => sockets.forEach((socket) => socket.destroy()), LAST_WORDS).unref()
  await promise
}
