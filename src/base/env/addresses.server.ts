import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Whether a host name or address is loopback. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)

/** Whether a host is loopback or in a private network (RFC 1918, RFC 4193, link-local, `.local`, no dot). */
export function isPrivateHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isLoopback(host)) return true
  if (isIP(bare) === 4) return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(bare)
  if (isIP(bare) === 6) return /^(fc|fd|fe80:)/i.test(bare)
  return bare.endsWith('.local') || bare.endsWith('.internal') || !bare.includes('.')
}

/** Non-loopback addresses of this machine, suggested by the error for a missing BASE_URL. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && !entry.address.startsWith('fe80:'))
    .map((entry) => (entry.family === 'IPv6' ? `[${entry.address}]` : entry.address))

/** Interfaces of containers, virtual machines and tunnels: beyond them is no device of the house. */
const VIRTUAL =
  /^(docker|br-[\da-f]{12}|veth|virbr|vmnet|vboxnet|vmware|virtualbox|lxc|lxd|cni|podman|tun|tap|utun|wg|ppp|tailscale|zt)/i

/**
 * The IPv4 addresses of this machine in private networks. Without IPv6, whose addresses change daily (RFC 8981) and are too
 * long to type, and without 169.254.0.0/16, which a machine gives itself while it has no network.
 */
export const houseAddresses = (interfaces = networkInterfaces()): string[] =>
  Object.entries(interfaces)
    .filter(([name]) => !VIRTUAL.test(name))
    .flatMap(([, list]) => list ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && isPrivateHost(address))
    .map(({ address }) => address)
    .filter((address) => !address.startsWith('169.254.'))
