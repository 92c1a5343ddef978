import { isIP, type BlockList } from 'node:net'
import type { ServerRequest } from 'srvx'
import { isLoopback } from '#base/env/addresses.server.ts'
import { networkOriginsOf } from '#base/lib/http/house-network.server.ts'
import { fromMapped } from '#base/lib/http/network.server.ts'
import type { RequestContext } from '#base/lib/http/request-context.server.ts'
import { isLikeOfBrowser } from './proxy-signs.server.ts'

/** In place of an address: the Unix socket that systemd made, to which only its proxy may connect. */
export const PROXY_SOCKET = 'unix:'

/** An address without brackets and port, as some proxies write it: `[2001:db8::1]:443`, `192.0.2.7:5123`. */
const plain = (address: string): string =>
  fromMapped(
    address
      .trim()
      .replace(/^\[(.*)\](:\d{1,5})?$/, '$1')
      .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1'),
  )
const has = (list: BlockList, address: string): boolean =>
  address === PROXY_SOCKET || (isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))

/** Whether a request comes from a trusted proxy. */
export const isTrusted = (socketAddress: string, trusted: BlockList): boolean => has(trusted, plain(socketAddress))

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

/** Whether a client that is not a trusted proxy sends forwarding headers. */
export const hasForgedHeaders = (headers: Headers, socketAddress: string, trusted: BlockList): boolean =>
  FORWARDED.some((name) => headers.has(name)) && !isTrusted(socketAddress, trusted)

type Arrival = Pick<RequestContext, 'isFromThisMachine' | 'isMaybeProxied' | 'networkOrigin'>

/** Whether a request has come through a proxy of this machine since the start: then others may, which do not show it. */
let isProxySeen = false

/**
 * How a request came here: by the house's network, or by the server's own address. It is from this machine where it was sent
 * there to one of its own names by the latter; and may be proxied all the same.
 */
export function arrivalOf(request: ServerRequest, socketAddress: string): Arrival {
  const origins = networkOriginsOf(request)
  if (origins) return { isFromThisMachine: false, isMaybeProxied: true, networkOrigin: origins[0] }
  const isLocal = isLoopback(plain(socketAddress))
  const isByName = isLoopback(new URL(request.url).hostname)
  // By a name of elsewhere only a proxy or a tunnel gets to this address.
  if (socketAddress === PROXY_SOCKET || (isLocal && !(isByName && isLikeOfBrowser(request)))) isProxySeen = true
  return { isFromThisMachine: isLocal && isByName, isMaybeProxied: isProxySeen }
}

/**
 * The client's address: the socket's, or behind a trusted proxy the last address in `X-Forwarded-For` that is not one.
 * Ignores the header of any other client. Empty where the proxy of a socket names none: all its visitors count as one then.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trusted: BlockList): string {
  let address = plain(socketAddress)
  for (const next of (forwardedFor ?? '').split(',').toReversed().map(plain)) {
    if (!has(trusted, address) || isIP(next) === 0) break
    address = next
  }
  return address === PROXY_SOCKET ? '' : address
}
