import { describe, expect, test } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { request } from '#test/http.ts'
import { outbox } from '#test/sign-in/outbox.ts'

useEnv({
  CODES_PER_CLIENT: '6',
  TRUSTED_PROXIES: '10.9.0.0/16, 2001:db8:ffff::1',
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
})
useDatabase()

const MAX = 6
let made = 0
const newAddress = (): string => `pupil-${(made += 1)}@example.org`

/** Requests a code for a new address, from the given socket address and with the given headers. */
async function ask(from: string, headers: Record<string, string> = {}): Promise<number> {
  const { status } = await request('/api/auth/email-otp/send-verification-otp', {
    from,
    headers: { origin: env().baseUrl, ...headers },
    body: { email: newAddress(), type: 'sign-in' },
  })
  return status
}

/** Exhausts a client's code limit. */
async function useUp(from: string, headers: Record<string, string> = {}): Promise<void> {
  for (let asked = 1; asked <= MAX; asked += 1) expect(await ask(from, headers)).toBe(200)
}

describe('codes for one client', () => {
  test('are as many as CODES_PER_CLIENT, for all addresses together', async () => {
    await useUp('192.0.2.1')
    expect(await ask('192.0.2.1')).toBe(429)
    expect(await ask('192.0.2.2')).toBe(200)
  })

  test('are counted together with sign-ins by a provider, which store a row too', async () => {
    const goToProvider = async () => {
      const body = { provider: 'github', callbackURL: '/app' }
      const headers = { origin: env().baseUrl }
      return (await request('/api/auth/sign-in/social', { from: '192.0.2.77', headers, body })).status
    }
    for (let gone = 1; gone <= MAX; gone += 1) expect(await goToProvider()).toBe(200)
    expect(await goToProvider()).toBe(429)
    expect(await ask('192.0.2.77')).toBe(429)
  })

  test('are counted by the /64 network of an IPv6 address', async () => {
    const ends = ['::1', '::2', ':ffff:ffff:ffff:ffff', ':0:0:0:1', ':1::', ':0001:0:0:9']
    for (const end of ends) expect(await ask(`2001:db8:1:2${end}`)).toBe(200)
    for (const same of ['2001:db8:1:2::77', '2001:DB8:1:2::abc', '2001:0db8:0001:0002:9:9:9:9'])
      expect(await ask(same)).toBe(429)
    for (const other of ['2001:db8:1:3::1', '2001:db8:1::2', '2001:db8:0:1:2::1']) expect(await ask(other)).toBe(200)
  })

  test('are counted for an IPv4 address in any notation', async () => {
    await useUp('::ffff:192.0.2.9')
    expect(await ask('192.0.2.9')).toBe(429)
    expect(await ask('::ffff:192.0.2.10')).toBe(200)
  })

  test('ignore forwarding headers of a stranger', async () => {
    await useUp('192.0.2.20')
    for (const headers of [
      { 'x-forwarded-for': '198.51.100.1' },
      { 'x-forwarded-for': '10.9.0.1' },
      { 'x-client-ip': '198.51.100.2' },
      { 'x-real-ip': '198.51.100.3' },
      { forwarded: 'for=198.51.100.4' },
      { 'cf-connecting-ip': '198.51.100.5', 'true-client-ip': '198.51.100.6' },
    ])
      expect(await ask('192.0.2.20', headers)).toBe(429)
  })

  test('fifty a second with changing forged addresses are limited like any others', async () => {
    const before = (await outbox()).length
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask('192.0.2.30', { 'x-forwarded-for': `198.51.100.${index}` })),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(MAX)
    expect(statuses.filter((status) => status === 429)).toHaveLength(50 - MAX)
    expect((await outbox()).length - before).toBe(MAX)
  })

  test('are limited for the form without script too', async () => {
    await useUp('192.0.2.40')
    const answer = await request('/login', {
      from: '192.0.2.40',
      headers: { 'x-forwarded-for': '198.51.100.9' },
      body: new URLSearchParams({ email: newAddress() }),
    })
    expect(await answer.json()).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } })
  })
})

describe('behind a trusted proxy', () => {
  test('the last address that is not a trusted proxy counts', async () => {
    for (let index = 1; index <= MAX; index += 1)
      expect(await ask('10.9.0.1', { 'x-forwarded-for': `1.2.3.${index}, 203.0.113.5` })).toBe(200)
    expect(await ask('10.9.0.1', { 'x-forwarded-for': '1.2.3.99, 203.0.113.5' })).toBe(429)
    expect(await ask('10.9.0.2', { 'x-forwarded-for': '203.0.113.5, 10.9.0.7' })).toBe(429)
    expect(await ask('203.0.113.5')).toBe(429)
    expect(await ask('10.9.0.1', { 'x-forwarded-for': '203.0.113.6' })).toBe(200)
  })

  test('an IPv6 client counts by its network, and a proxy may be IPv6', async () => {
    for (let index = 1; index <= MAX; index += 1)
      expect(await ask('2001:db8:ffff::1', { 'x-forwarded-for': `2001:db8:5:5::${index}` })).toBe(200)
    expect(await ask('2001:db8:ffff::1', { 'x-forwarded-for': '2001:db8:5:5::99' })).toBe(429)
    expect(await ask('2001:db8:ffff::2', { 'x-forwarded-for': '2001:db8:6:6::1' })).toBe(200)
  })

  test.each(['', 'nonsense', ',,,', '203.0.113.70, nonsense', 'unknown', '203.0.113.71:8080x', "'; drop table user"])(
    'a header of %j gives nobody a count of their own',
    async (forwarded) => {
      const proxy = `10.9.1.${(made += 1) % 250}`
      await useUp(proxy, { 'x-forwarded-for': forwarded })
      expect(await ask(proxy, { 'x-forwarded-for': forwarded })).toBe(429)
    },
  )
})
