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
