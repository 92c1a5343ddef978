import { expect, test } from 'vitest'
import { isPublicAddress, lookUpPublic, PrivateAddressError } from './public-address.server.ts'

test.each(['193.175.100.222', '8.8.8.8', '172.32.0.1', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
  '%s is of the internet',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each(
  '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:a00:1 fe80::1 fe80::1%eth0 fd00::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 localhost'.split(
    ' ',
  ),
)('%s is none', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([{ all: true }, { all: false }, {}])('a name that leads to this machine is refused: %o', async (options) => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', options, resolve))
  expect(error).toBeInstanceOf(PrivateAddressError)
})

test('an address of the internet is handed on, alone or in a list', async () => {
  const found = (all: boolean) =>
    new Promise((resolve) => lookUpPublic('8.8.8.8', { all }, (_, address, family) => resolve([address, family])))
  expect(await found(false)).toEqual(['8.8.8.8', 4])
  expect(await found(true)).toEqual([[{ address: '8.8.8.8', family: 4 }], undefined])
})
