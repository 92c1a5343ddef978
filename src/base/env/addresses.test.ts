import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { houseAddresses } from './addresses.server.ts'

const at = (address: string, internal = false): NetworkInterfaceInfo[] => [
  address.includes(':')
    ? { address, family: 'IPv6', internal, netmask: '', mac: '', cidr: null, scopeid: 0 }
    : { address, family: 'IPv4', internal, netmask: '', mac: '', cidr: null },
]

test('The addresses of a house are private ones of IPv4, not those of containers, tunnels and a missing network', () => {
  const interfaces = {
    lo: at('127.0.0.1', true),
    eth0: [...at('192.168.1.20'), ...at('fd12::20'), ...at('fe80::1')],
    wlan0: at('10.0.0.5'),
    'br-lan': at('172.16.0.4'),
    // A server on the internet: that is not opened by one press.
    ens3: [...at('203.0.113.7'), ...at('2001:db8::7')],
    usb0: at('169.254.10.1'),
    docker0: at('172.17.0.1'),
    'br-0a1b2c3d4e5f': at('172.18.0.1'),
    wg0: at('10.8.0.2'),
    'vEthernet (WSL)': at('172.20.0.1'),
  }
  expect(houseAddresses(interfaces)).toEqual(['192.168.1.20', '10.0.0.5', '172.16.0.4'])
})
