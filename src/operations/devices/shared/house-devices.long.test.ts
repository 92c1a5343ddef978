import { Agent, request as ask, type IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { serve } from 'srvx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupProof } from '#base/auth/better-auth/setup.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { sessionCookieName } from '#base/auth/session/session.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { librarySettings, storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { env } from '#base/env/env.server.ts'
import { siteUrl } from '#base/env/site.server.ts'
import { signInCardRouter } from '#people/user/card/sign-in-card.router.server.ts'
import { eventWord } from '#people/security/event-word.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { carryNetwork, networkPlaces, settleNetwork, stopNetwork } from '#base/lib/http/house-network.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { as, inRequest, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { handle, logged, testLog } from '#test/http.ts'
import { followNetworkSetting } from '#base/db/network-setting.server.ts'
import { librarySettingsRouter } from '#kit/library-settings/library-settings.router.server.ts'
import { settingsRouter } from '#operations/settings/settings.router.server.ts'
import { readInstallation } from '#kit/installation/installation.server.ts'

useDatabase()

/** In place of an address of the house: Linux answers at all of 127/8. */
const HOUSE = '127.0.0.2'
let addresses = [HOUSE]
let isBroken = false
const addressesNow = () => {
  if (isBroken) throw new Error('uv_interface_addresses returned Unknown system error 97')
  return addresses
}
let port = 0
const server = serve({
  hostname: '127.0.0.1',
  port: 0,
  manual: true,
  silent: true,
  fetch: (request) => handle(request, request.ip ?? ''),
})
const origin = () => `http://${HOUSE}:${port}`

beforeAll(async () => {
  await server.serve()
  port = Number(new URL(server.url ?? '').port)
  // As if PORT had been set.
  const own = [`http://localhost:${port}`, `http://127.0.0.1:${port}`]
  Object.assign(env(), { port, origins: own, baseUrl: own[0] })
  carryNetwork({ server: server.node?.server, listen: { port }, addresses: addressesNow, log: testLog })
})
afterAll(async () => {
  await Promise.all([server.close(), stopNetwork()])
  expect(networkPlaces()).toEqual([])
})

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Sends a request by a socket to an address of this machine. */
async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}, host = HOUSE) {
  const sent = ask({ host, port, path, method, headers, agent: false })
  sent.end(body)
  const [response] = await once(sent, 'response')
  const answer: { status: number; headers: IncomingHttpHeaders; body: string } = {
    status: response.statusCode,
    headers: response.headers,
    body: await text(response),
  }
  return answer
}
const refused = { code: 'ECONNREFUSED' }
const openIt = async () => storeLibrarySettings({ network: true }).then(followNetworkSetting)
const closeIt = async () => storeLibrarySettings({ network: false }).then(followNetworkSetting)

test('Closed until a manager opens it with a code of the last minutes; an undo closes it, and both are in the security log', async () => {
  const manager = await as('manager')
  await followNetworkSetting()
  await expect(send('/api/health/live')).rejects.toMatchObject(refused)
  const later = await signedIn(manager.user, { authenticatedAt: null })
  await expect(later.call(librarySettingsRouter.change, { network: true })).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
  })
  for (const part of ['reader', 'helper'] as const)
    await expect((await as(part)).call(librarySettingsRouter.change, { network: true })).rejects.toThrow()
  await expect(send('/api/health/live')).rejects.toMatchObject(refused)

  const { undo } = await manager.call(librarySettingsRouter.change, { network: true })
  expect((await send('/test/page')).status).toBe(200)
  const { devices, library } = await manager.call(settingsRouter.list, undefined)
  expect(library.network).toBe(true)
  expect(devices).toMatchObject({ places: [{ origin: origin(), state: 'open' }], port, isHere: false })
  expect(devices.places[0]?.qr.path).toMatch(/^M/)

  await later.call(librarySettingsRouter.undo, { id: undo ?? '' })
  await expect(send('/test/page')).rejects.toMatchObject(refused)
  expect((await manager.call(settingsRouter.list, undefined)).devices.places).toEqual([])
  // To take the closing back opens it.
  const closed = await manager
    .call(librarySettingsRouter.change, { network: true })
    .then(() => later.call(librarySettingsRouter.change, { network: false }))
  await expect(later.call(librarySettingsRouter.undo, { id: closed.undo ?? '' })).rejects.toMatchObject({
    code: 'SESSION_EXPIRED',
  })
  await flushSecurityEvents()
  const { items } = await manager.call(securityRouter.list, { kind: 'operation' })
  expect(items.slice(0, 4).map((one) => eventWord(one, 'UTC'))).toEqual([
    'Closed the library to the network',
    'Opened the library to the network',
    'Closed the library to the network',
    'Opened the library to the network',
  ])
})

test('A variable of the operator wins and is named, and in the demo nothing opens', async () => {
  const manager = await as('manager')
  await openIt()
  for (const variable of ['HOST', 'BASE_URL']) {
    const { names } = env().given
    Object.assign(env().given, { names: [...names, variable] })
    await expect(manager.call(librarySettingsRouter.change, { network: false })).rejects.toMatchObject({
      fields: { network: { key: 'setting_fixed' } },
    })
    expect((await manager.call(settingsRouter.list, undefined)).variables).toMatchObject({ network: variable })
    await followNetworkSetting()
    expect(networkPlaces()).toEqual([])
    Object.assign(env().given, { names })
  }
  Object.assign(env(), { isDemo: true })
  await followNetworkSetting()
  expect(networkPlaces()).toEqual([])
  Object.assign(env(), { isDemo: false })
  await closeIt()
})

test('Where BASE_URL names this site, that address alone is shown', async () => {
  const manager = await as('manager')
  const { baseUrl } = env()
  Object.assign(env(), { baseUrl: 'http://library.example.org' })
  const { devices } = await manager.call(settingsRouter.list, undefined)
  expect(devices.places).toMatchObject([{ origin: 'http://library.example.org', state: 'open' }])
  Object.assign(env(), { baseUrl })
})

test('By the network only the address where a request arrived is a name and an origin of ours', async () => {
  await openIt()
  const host = `${HOUSE}:${port}`
  for (const name of [
    'evil.example',
    `evil.example:${port}`,
    // Rebound names, other notations, and what is ours only on this machine.
    `${HOUSE}.nip.io:${port}`,
    `${HOUSE}.:${port}`,
    `[::ffff:127.0.0.2]:${port}`,
    HOUSE,
    `${HOUSE}:1`,
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    `127.0.0.3:${port}`,
  ])
    expect([name, (await send('/test/page', { headers: { host: name } })).status]).toEqual([name, 421])
  expect((await send(`http://localhost:${port}/test/page`, { headers: { host } })).status).toBe(421)
  expect((await send('/test/page', { headers: { host, 'x-forwarded-host': 'evil.example' } })).status).toBe(200)
  // The server's own address does not accept the network's origin.
  expect((await send('/test/page', { headers: { host } }, '127.0.0.1')).status).toBe(421)

  const signIn = async (from: string | undefined) =>
    send('/api/auth/email-otp/send-verification-otp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(from !== undefined && { origin: from }) },
      body: JSON.stringify({ email: 'ada@example.org', type: 'sign-in' }),
    })
  for (const from of [
    'http://evil.example',
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    `https://${host}`,
    `http://${HOUSE}`,
    'null',
  ])
    expect([from, (await signIn(from)).status]).toEqual([from, 403])
  expect((await signIn(origin())).status).toBe(200)
  const site = await send('/api/auth/email-otp/send-verification-otp', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(site.status).toBe(403)
  await closeIt()
})

test('A session works by the network, without Secure, and better-auth accepts the origin there with its cookie', async () => {
  await openIt()
  const manager = await as('manager')
  const signedOut = await send('/api/auth/sign-out', {
    method: 'POST',
    headers: { cookie: manager.cookieHeader, origin: origin(), 'content-type': 'application/json' },
    body: '{}',
  })
  expect(signedOut.status).toBe(200)
  const [cookie = ''] = signedOut.headers['set-cookie'] ?? []
  expect(cookie).toMatch(new RegExp(`^${sessionCookieName()}=`))
  expect(cookie).not.toMatch(/secure/i)
  const other = await as('manager')
  const foreign = await send('/api/auth/sign-out', {
    method: 'POST',
    headers: { cookie: other.cookieHeader, origin: 'http://evil.example' },
  })
  expect(foreign.status).toBe(403)
  expect((await send('/api/v1/me', { headers: { cookie: other.cookieHeader } })).status).toBe(200)
  await closeIt()
})

test('The set-up stays closed to it, though the connection comes from loopback', async () => {
  await openIt()
  const form = new URLSearchParams({ proof: setupProof(), name: 'Eve', email: 'eve@example.org' }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = { method: 'POST', headers: { ...headers, origin: origin() }, body: form }
  expect(JSON.parse((await send('/setup', sent)).body)).toMatchObject({ error: { code: 'SETUP_CLOSED' } })
  for (const host of [`localhost:${port}`, '127.0.0.1'])
    expect((await send('/setup', { ...sent, headers: { ...sent.headers, host } })).status).toBe(421)
  expect((await db.select().from(user)).map(({ email }) => email)).not.toContain('eve@example.org')
  await closeIt()
})

test('Mails and cards name the address of the network while it is open, and the own one else', async () => {
  const manager = await as('manager')
  const reader = await aUser()
  const linkOf = async () => (await manager.call(signInCardRouter.give, { id: reader.id, days: 7 })).link
  expect(await linkOf()).toContain(`http://localhost:${port}/login/card#`)
  await openIt()
  // For one that is given on this machine too, and for jobs.
  expect(await linkOf()).toContain(`${origin()}/login/card#`)
  expect(siteUrl()).toBe(origin())
  addresses = [HOUSE, '127.0.0.3']
  await followNetworkSetting()
  await inRequest(() => {
    Object.assign(requestContext(), { networkOrigin: `http://127.0.0.3:${port}` })
    expect(siteUrl()).toBe(`http://127.0.0.3:${port}`)
  })
  addresses = [HOUSE]
  await closeIt()
  expect(siteUrl()).toBe(`http://localhost:${port}`)
})

test('An address that is taken is said, tried again, and no reason to fall; one that is gone is closed, a new one opened', async () => {
  addresses = [HOUSE, '127.0.0.3']
  const other = createServer().listen(port, '127.0.0.3')
  await once(other, 'listening')
  await openIt()
  const states = () => networkPlaces().map(({ origin: at, state }) => [new URL(at).hostname, state])
  expect(states()).toEqual([
    [HOUSE, 'open'],
    ['127.0.0.3', 'taken'],
  ])
  await followNetworkSetting()
  expect(logged.filter(({ msg }) => String(msg).includes('Not open to the network'))).toHaveLength(1)
  other.close()
  await once(other, 'close')
  addresses = ['127.0.0.3', '192.0.2.77']
  await followNetworkSetting()
  expect(states()).toEqual([
    ['127.0.0.3', 'open'],
    ['192.0.2.77', 'failed'],
  ])
  await expect(send('/test/page')).rejects.toMatchObject(refused)
  expect((await send('/test/page', {}, '127.0.0.3')).status).toBe(200)
  addresses = [HOUSE]
  await closeIt()
})

test('Who closes it gets the answer; connections that are kept serve nothing more and end', async () => {
  await openIt()
  const manager = await as('manager')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const status = async (path: string) => {
    const [response] = await once(ask({ host: HOUSE, port, path, agent }).end(), 'response')
    await text(response)
    return [response.statusCode, response.socket?.localPort]
  }
  const [, socket] = await status('/test/page')
  const ended = once(agent, 'free').then(([free]) => once(free, 'close'))
  expect(await status('/test/page')).toEqual([200, socket])
  await manager.call(librarySettingsRouter.change, { network: false })
  expect(await status('/test/page')).toEqual([421, socket])
  await ended
  await expect(status('/test/page')).rejects.toMatchObject(refused)
})

test('Where the system does not say its addresses nothing is open, and nothing fails', async () => {
  isBroken = true
  await openIt()
  await followNetworkSetting()
  expect(networkPlaces()).toEqual([])
  expect(logged.filter(({ msg }) => String(msg).includes('are not known'))).toHaveLength(1)
  isBroken = false
  await closeIt()
})

test('Orders at once are done one after the other', async () => {
  await storeLibrarySettings({ network: true })
  await Promise.all([settleNetwork(true), settleNetwork(false), settleNetwork(true), followNetworkSetting()])
  expect(networkPlaces()).toEqual([{ origin: origin(), state: 'open' }])
  expect((await librarySettings()).network).toBe(true)
  await closeIt()
  expect(networkPlaces()).toEqual([])
})

test('By the network there is neither a provider nor a passkey', async () => {
  Object.assign(env(), { social: { ...env().social, github: { clientId: 'x', clientSecret: 'y' } } })
  expect(await inRequest(readInstallation)).toMatchObject({ hasPasskeys: true, providers: [{ id: 'github' }] })
  const byNetwork = await inRequest(() => {
    Object.assign(requestContext(), { networkOrigin: origin() })
    return readInstallation()
  })
  expect(byNetwork).toMatchObject({ hasPasskeys: false, providers: [] })
})
