import { BlockList, isIP } from 'node:net'
import { fromMapped } from './network.server.ts'

/** A BlockList of addresses and CIDRs; throws an Error that names the first invalid entry. */
export function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [given = '', prefix] = entry.split('/')
    const address = fromMapped(given)
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    // The first 96 bits of a mapped IPv4 address only say that it is one.
    const bits = prefix === undefined ? most : Number(prefix) - (address === given ? 0 : 96)
    if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > most)
      throw new Error(`"${entry}" is neither an address nor a CIDR`)
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}
