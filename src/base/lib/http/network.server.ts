import { isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, or the /64 network of an IPv6 address, since a household can use any
 * address in its network (RFC 6177).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length
  const groups = [...first, ...Array<string>(Math.max(0, zeros)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The IPv4 address that an IPv6 address stands for, in any notation of `::ffff:192.0.2.7`; any other text unchanged. */
export function fromMapped(address: string): string {
  // An address with a zone, such as `fe80::1%eth0`, is never a mapped one, and `new URL` would throw.
  if (!/ffff:[\da-f:.]+$/i.test(address) || address.includes('%') || !isIPv6(address)) return address
  const { hostname } = new URL(`http://[${address}]`)
  const [, high, low] = /^\[::ffff:([\da-f]+):([\da-f]+)\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return address
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [first >> 8, first & 255, second >> 8, second & 255].join('.')
}

/** An anonymised address: keeps the network and hides the host. */
export const maskedAddress = (address: string): string =>
  isIPv6(address) ? `${networkOf(address).split(':').slice(0, 2).join(':')}:…` : address.replace(/\.\d+\.\d+$/, '.…')
