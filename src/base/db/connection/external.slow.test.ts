import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { useEmptyDatabase } from '#test/database.ts'
import { DatabaseError, waitForDatabase } from './external.server.ts'
import { connect, disconnect, ping } from './client.server.ts'
import { startPhase } from './start-phase.server.ts'
import { markStopping, readiness } from './readiness.server.ts'

const { url } = useEmptyDatabase()

const refusalOf = (connectionString: string, patience: number, warn: (message: string) => void = () => undefined) =>
  waitForDatabase({ connectionString }, warn, { timeout: patience }).then(
    () => 'open',
    (error: unknown) => error,
  )

test('a database that is there is taken at once', async () => {
  const warnings: string[] = []
  expect(await refusalOf(url, 1000, (line) => warnings.push(line))).toBe('open')
  expect(warnings).toEqual([])
})

test('a server that is not up yet is waited for, with one log line', async () => {
  const warnings: string[] = []
  const refusal = await refusalOf('postgres://nobody@127.0.0.1:1/x', 700, (line) => warnings.push(line))
  expect(refusal).toBeInstanceOf(DatabaseError)
  expect(refusal).toMatchObject({
    message: expect.stringMatching(/^The database at DATABASE_URL did not answer within 0\.7 s: .*ECONNREFUSED/),
  })
  expect(warnings).toEqual([expect.stringMatching(/^Waiting up to 0\.7 s for the database at DATABASE_URL/)])
})

test('a server that comes up is used', async () => {
  const late = createServer()
  await new Promise<void>((resolve) => void late.listen(0, '127.0.0.1', resolve))
  const { port } = late.address() as AddressInfo
  late.close()
  // A server that hangs up is not up yet either.
  setTimeout(() => late.on('connection', (socket) => socket.destroy()).listen(port, '127.0.0.1'), 300).unref()
  const refusal = await refusalOf(`postgres://nobody@127.0.0.1:${port}/x`, 1000)
  late.close()
  expect(refusal).toMatchObject({ message: expect.stringMatching(/did not answer|refuses/) })
})

test('a server process waits without end until it is told to stop', async () => {
  const warnings: string[] = []
  const stop = new AbortController()
  const waiting = waitForDatabase(
    { connectionString: 'postgres://nobody@127.0.0.1:1/x' },
    (line) => warnings.push(line),
    { timeout: Infinity, signal: stop.signal },
  )
  setTimeout(() => stop.abort(), 2000).unref()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  expect(startPhase()).toBe('waiting')
  expect(warnings).toEqual([expect.stringMatching(/^Waiting for the database at DATABASE_URL: .*ECONNREFUSED/)])
})

test('one that refuses is not waited for, and its password is not shown', async () => {
  const missing = new URL(url)
  missing.pathname = '/no_such_database'
  missing.password = 'geheim'
  const started = Date.now()
  const refusal = await refusalOf(missing.href, 30_000)
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^The database at DATABASE_URL refuses: /) })
  expect(String(refusal)).not.toContain('geheim')
  expect(Date.now() - started).toBeLessThan(5000)
})

test('readiness is that of the database and of the server', async () => {
  connect({ connectionString: url }, () => undefined)
  await expect(ping()).resolves.toBe(true)
  const ready = await readiness()
  expect([ready.status, await ready.json(), ready.headers.get('cache-control')]).toEqual([
    200,
    { status: 'ok', database: 'ok' },
    'no-store',
  ])
  await disconnect()
  const closed = await readiness()
  expect([closed.status, await closed.json()]).toEqual([503, { status: 'unavailable', database: 'unavailable' }])
  connect({ connectionString: url }, () => undefined)
  markStopping()
  const stopping = await readiness()
  expect([stopping.status, await stopping.json()]).toEqual([503, { status: 'stopping', database: 'ok' }])
  await disconnect()
})
