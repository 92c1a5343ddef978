import { expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
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
