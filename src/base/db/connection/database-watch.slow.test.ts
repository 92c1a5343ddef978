import { createServer, connect as dial, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { FairPool } from './fair-pool.server.ts'
import { watchDatabase } from './database-watch.server.ts'
import { unavailableReason } from '../unavailable-error.server.ts'

const { url } = useDatabase()
const times = { interval: 20, long: 100, patience: 300 }

/** A way to the database that can be blocked: what is sent then gets lost, as with a database that is stopped. */
async function blockable() {
  const { host, port } = inject('server').app
  const sockets = new Set<Socket>()
  let isBlocked = false
  const server = createServer((client) => {
    const target = dial(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [client, target].forEach((one) => one.destroy()))
    }
    client.on('data', (part) => isBlocked || target.write(part))
    target.on('data', (part) => isBlocked || client.write(part))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const connectionString = new URL(url)
  connectionString.searchParams.delete('host')
  connectionString.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    connection: { connectionString: connectionString.href },
    block: (blocks: boolean) => void (isBlocked = blocks),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

let way: Awaited<ReturnType<typeof blockable>>
let pool: FairPool
let stop: () => void
const warnings: string[] = []
beforeEach(async () => {
  warnings.length = 0
  way = await blockable()
  pool = new FairPool({ ...way.connection, max: 4, connectionTimeoutMillis: 1000 })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  stop = watchDatabase(pool, { connection: way.connection, warn: (line) => warnings.push(line), times })
})
afterEach(async () => {
  stop()
  way.close()
  await pool.end()
})

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => unavailableReason(error),
  )

test('a database that stops answering ends what waits for it, refuses what comes, and is used again when it is back', async () => {
  await pool.query('select 1')
  way.block(true)
  const waiting = [reasonOf(pool.query('select 2')), reasonOf(pool.query('select 3'))]
  expect(await Promise.all(waiting)).toEqual(Array(2).fill(expect.stringContaining('cannot be reached')))
  await expect(pool.query('select 4')).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE', retryAfter: 5 })
  way.block(false)
  await expect.poll(() => reasonOf(pool.query('select 5'))).toBe('answered')
  expect(warnings).toEqual([
    'The database does not answer: requests get 503 until it does',
    expect.stringMatching(/^The database answers again, after \d+ s$/),
  ])
})

test('a query that takes long is left alone while the database answers', async () => {
  stop()
  const patient = { ...times, patience: 20_000 }
  stop = watchDatabase(pool, { connection: way.connection, warn: (line) => warnings.push(line), times: patient })
  expect(await reasonOf(pool.query('select pg_sleep(0.6)'))).toBe('answered')
  expect(warnings).toEqual([])
})

test('one whose process is gone is started again', async () => {
  stop()
  let isStarted = 0
  way.block(true)
  const restart = async () => {
    isStarted += 1
    way.block(false)
  }
  stop = watchDatabase(pool, { connection: way.connection, warn: (line) => warnings.push(line), restart, times })
  await reasonOf(pool.query('select 1'))
  await expect.poll(() => reasonOf(pool.query('select 2'))).toBe('answered')
  expect(isStarted).toBe(1)
})

test('a watch that was stopped while it asked neither warns nor starts anything', async () => {
  stop()
  way.block(true)
  let isStarted = 0
  const restart = async () => void (isStarted += 1)
  stop = watchDatabase(pool, { connection: way.connection, warn: (line) => warnings.push(line), restart, times })
  await expect(pool.query('select 1')).rejects.toThrow()
  // It asks from here on, twice.
  await new Promise((resolve) => setTimeout(resolve, times.patience))
  stop()
  await new Promise((resolve) => setTimeout(resolve, 3 * times.patience))
  expect([warnings, isStarted]).toEqual([[], 0])
})
