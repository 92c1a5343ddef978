import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { fromMapped } from './network.server.ts'

// IANA's registries of special-purpose addresses. Of IPv6 only 2000::/3 is given out at all.
const SPECIAL_4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
const SPECIAL_6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const listOf = (ranges: string, type: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const range of ranges.split(' ')) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), type)
  }
  return list
}
const special4 = listOf(SPECIAL_4, 'ipv4')
const special6 = listOf(SPECIAL_6, 'ipv6')
const given6 = listOf('2000::/3', 'ipv6')

/** Whether an IP address is one of the internet: not this machine, not a private network, not reserved. */
export function isPublicAddress(given: string): boolean {
  const address = fromMapped(given)
  if (isIP(address) === 4) return !special4.check(address, 'ipv4')
  return isIP(address) === 6 && given6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

/** The host has a private address. */
export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError'
}

/**
 * Resolves a host name to public addresses, which are then the ones that are connected to, so that a second resolution
 * cannot lead elsewhere (DNS rebinding). PrivateAddressError if any of them is private.
 */
export const lookUpPublic: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, { ...options, all: true }, (error, addresses = []) => {
    const [first] = addresses
    if (error || !first) return callback(error, '')
    const other = addresses.find(({ address }) => !isPublicAddress(address))
    if (other) return callback(new PrivateAddressError(`${hostname} is ${other.address}`), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
