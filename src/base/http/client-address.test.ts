import { describe, expect, test } from 'vitest'
import { addressList } from '#base/lib/http/address-list.server.ts'
import { clientAddress, hasForgedHeaders, isTrusted } from './client-address.server.ts'

const NONE = addressList([])
const PROXIES = addressList(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])

describe('the address of a client', () => {
  test.each<[string, string | null, string]>([
    ['203.0.113.7', null, '203.0.113.7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['127.0.0.1', '198.51.100.1', '127.0.0.1'],
    ['::ffff:203.0.113.7', null, '203.0.113.7'],
    ['[2001:db8::1]', null, '2001:db8::1'],
    ['', '198.51.100.1', ''],
  ])('without a trusted proxy: %s with %j', (socket, forwarded, address) => {
    expect(clientAddress(socket, forwarded, NONE)).toBe(address)
  })

  test.each<[string, string | null, string]>([
    ['127.0.0.1', null, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '2001:db8::1', '2001:db8::1'],
    ['10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
    // The client wrote the first one itself.
    ['10.1.2.3', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '127.0.0.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['203.0.113.7', '127.0.0.1', '203.0.113.7'],
    ['11.0.0.1', '198.51.100.1', '11.0.0.1'],
    ['10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
    ['fd12::1', ' [2001:db8::7] ', '2001:db8::7'],
    // As Azure and IIS write it.
    ['10.1.2.3', '198.51.100.1:5123', '198.51.100.1'],
    ['10.1.2.3', '198.51.100.1:5123, 10.0.0.9:80', '198.51.100.1'],
    ['10.1.2.3', '[2001:db8::7]:5123', '2001:db8::7'],
    ['10.1.2.3', '[::ffff:198.51.100.1]:5123', '198.51.100.1'],
    ['10.1.2.3', '[::ffff:198.51.100.1]', '198.51.100.1'],
    ['10.1.2.3', '::ffff:c633:6401', '198.51.100.1'],
    ['10.1.2.3', '0:0:0:0:0:FFFF:198.51.100.1', '198.51.100.1'],
    ['::ffff:10.1.2.3', '::FFFF:10.0.0.6, 198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '198.51.100.1:5123x', '10.1.2.3'],
    ['10.1.2.3', '198.51.100.1:', '10.1.2.3'],
    ['10.1.2.3', 'nonsense', '10.1.2.3'],
    ['10.1.2.3', '198.51.100.1, nonsense', '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
    ['10.1.2.3', ',,,', '10.1.2.3'],
    ['10.1.2.3', '10.0.0.5, 10.0.0.6', '10.0.0.5'],
    ['10.1.2.3', '999.1.1.1', '10.1.2.3'],
  ])('behind one: %s with %j', (socket, forwarded, address) => {
    expect(clientAddress(socket, forwarded, PROXIES)).toBe(address)
  })

  test('is found at once in a header of many thousand parts', () => {
    const started = performance.now()
    expect(clientAddress('10.0.0.1', '10.0.0.2,'.repeat(2000), PROXIES)).toMatch(/^10\.0\.0\.[12]$/)
    expect(performance.now() - started).toBeLessThan(200)
  })
})

test.each<[string, Record<string, string>, boolean]>([
  ['203.0.113.7', { 'x-forwarded-for': '198.51.100.1' }, true],
  ['203.0.113.7', { 'x-forwarded-proto': 'https' }, true],
  ['::ffff:10.1.2.3', { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-host': 'a.example' }, false],
  ['203.0.113.7', { forwarded: 'for=198.51.100.1' }, false],
])('%s with %j sends forwarding headers without being a trusted proxy: %j', (socket, headers, forged) => {
  expect(hasForgedHeaders(new Headers(headers), socket, PROXIES)).toBe(forged)
})

describe('a list of proxies', () => {
  test.each([
    ['::ffff:10.0.0.1', '10.0.0.1', true],
    ['::ffff:10.0.0.1', '10.0.0.2', false],
    ['::ffff:10.0.0.0/104', '::ffff:10.9.9.9', true],
    ['::ffff:10.0.0.0/104', '11.9.9.9', false],
  ])('takes a mapped address for what it is: %s has %s: %s', (entry, socket, isOne) => {
    expect(isTrusted(socket, addressList([entry]))).toBe(isOne)
  })

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/x',
    '10.0.0',
    'proxy.example.org',
    '::/129',
    '::ffff:10.0.0.0/8',
    '10.0.0.0/8.5',
    '/8',
  ])('holds no %s', (entry) => {
    expect(() => addressList(['127.0.0.1', entry])).toThrow(`"${entry}" is neither an address nor a CIDR`)
  })
})
