import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { createPool } from './client.server.ts'
import { FairPool } from './fair-pool.server.ts'

const { url } = useDatabase()

test('thousands that wait are refused one after the other when the database falls silent', async () => {
  const pool = new FairPool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  const waiting = Array.from({ length: 2000 }, () => pool.query('select'))
  const refused = Promise.allSettled(waiting)
  expect(pool.waitingForTurn).toBe(2000)
  pool.refuse(true)
  client.release(true)
  const codes = (await refused).map((one) => (one.status === 'rejected' ? one.reason.code : 'answered'))
  expect(new Set(codes)).toEqual(new Set(['TEMPORARILY_UNAVAILABLE']))
  expect(pool.waitingForTurn).toBe(0)
  pool.refuse(false)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('connections to a server that takes no changes any more are not used again', async () => {
  const pool = new FairPool({ connectionString: url, max: 2 })
  const pidOf = async (client: PoolClient) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const [first, second] = await Promise.all([pool.connect(), pool.connect()])
  const before = [await pidOf(first), await pidOf(second)]
  second.release()
  const { generation } = pool
  await first.query('begin read only')
  await expect(first.query('create table refused ()')).rejects.toMatchObject({ code: '25006' })
  await first.query('rollback')
  first.release()
  expect(pool.generation).not.toBe(generation)
  expect(pool.hasFailed()).toBe(true)
  const after = await Promise.all([pool.connect(), pool.connect()])
  for (const client of after) expect(before).not.toContain(await pidOf(client))
  for (const client of after) client.release()
  expect([pool.totalCount, pool.waitingForTurn]).toEqual([2, 0])
  await pool.end()
})

test('nor are those to a server that did not answer', async () => {
  const pool = new FairPool({ connectionString: url, max: 1 })
  const pid = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pid()
  pool.refuse(true)
  pool.refuse(false)
  expect(await pid()).not.toBe(before)
  await pool.end()
})

test('a connection that breaks at the begin of a transaction is given back', async () => {
  const { pool, database } = createPool({ connectionString: url }, () => undefined, { max: 1 })
  pool.once('acquire', (client) => 'end' in client && typeof client.end === 'function' && void client.end())
  await expect(database.transaction(() => Promise.resolve())).rejects.toThrow('begin')
  const { rows } = await database.transaction((tx) => tx.execute<{ one: number }>('select 1 as one'))
  expect([rows, pool.totalCount]).toEqual([[{ one: 1 }], 1])
  await pool.end()
})
