import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { serve } from 'srvx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupProof } from '#base/auth/better-auth/setup.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { readSetup } from '#operations/setup/setup.server.ts'
import { isLikeOfBrowser } from '#base/http/proxy-signs.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { handle, testLog } from '#test/http.ts'
import { setupCode } from './setup-code.server.ts'
import { hideSetup, showSetup } from './show-setup.server.ts'

useDatabase()

const HOME = '127.0.0.1'
const FORM = { name: 'Amina Khamis', email: 'amina@example.org' }
const send = async (form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  new Caller(HOME).request('/setup', { body: new URLSearchParams({ proof: setupProof(), ...FORM, ...form }), headers })
/** What stands at the field of the code; undefined where the set-up does not ask for it. */
const problemOf = async (response: Response) => (await response.json()).error?.fields.code
const managers = () => db.$count(user, eq(user.role, 'admin'))

describe('a request is a browser’s own', () => {
  const BROWSER = {
    host: 'localhost:3000',
    'user-agent': 'Mozilla/5.0',
    accept: 'text/html',
    'accept-language': 'sw',
    'sec-fetch-mode': 'navigate',
    'sec-ch-ua-platform': '"Linux"',
    cookie: 'language=sw',
    connection: 'keep-alive',
    'x-page-language': 'sw',
  }
  // A tunnel such as ssh -R, stunnel or socat sends no more: docs/security.md says so.
  test('with what browsers send', () => {
    expect(isLikeOfBrowser({ headers: new Headers(BROWSER) })).toBe(true)
  })

  test.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'forwarded',
    'via',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
    'fly-client-ip',
    'x-cluster-client-ip',
    'x-envoy-external-address',
    'x-amzn-trace-id',
    'traceparent',
    'tailscale-user-login',
    'proxy-connection',
  ])('not with %s', (name) => {
    expect(isLikeOfBrowser({ headers: new Headers({ ...BROWSER, [name]: '1' }) })).toBe(false)
  })
})

describe('the set-up behind a proxy', () => {
  const server = serve({
    hostname: HOME,
    port: 0,
    manual: true,
    silent: true,
    fetch: (request) => handle(request, request.ip ?? ''),
  })
  beforeAll(async () => {
    await server.serve()
    const port = Number(new URL(server.url ?? '').port)
    const own = [`http://localhost:${port}`, `http://${HOME}:${port}`]
    Object.assign(env(), { port, origins: own, baseUrl: own[0] })
  })
  afterAll(() => server.close())

  /** As nginx sends it where `proxy_pass` alone is set. */
  const sendByBareProxy = async (form: Record<string, string>) => {
    const body = String(new URLSearchParams({ proof: setupProof(), ...FORM, ...form }))
    const { port, baseUrl = '' } = env()
    const socket = connect(port, HOME)
    await once(socket, 'connect')
    socket.write(
      [
        'POST /setup HTTP/1.0',
        `Host: ${HOME}:${port}`,
        'Connection: close',
        `Origin: ${baseUrl}`,
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    )
    return text(socket)
  }

  test('asks for the code, of a plain browser too from then on; a wrong one opens nothing', async () => {
    expect(await sendByBareProxy({})).toContain('"code":{"key":"in_words"')
    expect(await problemOf(await send())).toMatchObject({ key: 'in_words' })
    for (const code of ['000000', setupCode().slice(1), `${setupCode()}0`, 'é', 'x'.repeat(5000)])
      expect(await problemOf(await send({ code }))).toMatchObject({ key: 'in_words' })
    expect(await managers()).toBe(0)
  })

  test('is opened by the code as people type it, also after wrong ones, which are slowed down', async () => {
    expect(setupCode()).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
    for (let guess = 0; guess < 30; guess += 1) await send({ code: '000000' }, { via: '1.1 cache' })
    // Nor does it count that others have sent anything else.
    for (let at = 0; at < 250; at += 1) await send({ proof: 'x', code: '000000' }, { via: '1.1 cache' })
    const late = await send({ code: '000000' })
    expect((await late.json()).error.code).toBe('TOO_MANY_REQUESTS')
    const typed = ` ${setupCode().slice(0, 5).toLowerCase()} ${setupCode().slice(5).toLowerCase()} `
    expect(await sendByBareProxy({ code: typed })).toMatch(/^HTTP\/1.1 303 /)
    expect(await managers()).toBe(1)
    expect(await readSetup(null).catch(() => null)).toBe(null)
  })
})

test('The menu entry knows the place and, until there is a manager, the code; others may read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maktaba-menu-'))
  const runtimeDir = join(folder, 'run')
  await mkdir(runtimeDir)
  process.env.RUNTIME_DIRECTORY = runtimeDir
  const file = join(runtimeDir, 'open')
  await showSetup(testLog)
  expect(await readFile(file, 'utf8')).toBe(`http://localhost:${env().port}/setup#${setupCode()}\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o644)
  await hideSetup(testLog)
  expect(await readFile(file, 'utf8')).toBe(`http://localhost:${env().port}/\n`)
  // Without the folder nothing fails.
  await rm(folder, { recursive: true })
  await showSetup(testLog)
  delete process.env.RUNTIME_DIRECTORY
})
