import { expect, test } from 'vitest'
import { maskedAddress, networkOf, fromMapped } from './network.server.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:0db8:00ff:0a00::', '2001:db8:ff:a00::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:7::', '1:2:3:4::/64'],
  ['1::5:6:7:8', '1:0:0:0::/64'],
  ['', ''],
  ['nonsense', 'nonsense'],
])('what counts as one client at %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['192.0.2.17', '192.0.…'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:…'],
  ['::1', '0:0:…'],
])('%s is shown as %s to others', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown)
})

test.each(['fe80::1%ffff:1', '[fe80::1%ffff:1]:80', 'fe80::1%25ffff:1', '::ffff:1.2.3.4%ffff:1'])(
  'an address with a zone stands for no other: %s',
  (address) => {
    expect(fromMapped(address)).toBe(address)
  },
)
