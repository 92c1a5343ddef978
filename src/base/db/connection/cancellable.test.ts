import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { cancellable } from './cancellable.server.ts'
import { db } from './client.server.ts'

useDatabase()

const busy = async (): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity where datname = current_database() and query like '%pg_sleep(30)%'
      and state = 'active' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

describe('a query that is given up', () => {
  test('ends in PostgreSQL too, and its connection serves the next one', async () => {
    const giveUp = new AbortController()
    const started = performance.now()
    const query = cancellable(giveUp.signal, (tx) => tx.execute(sql`select pg_sleep(30)`))
    const isRefused = expect(query).rejects.toMatchObject({ code: 'ABORTED', status: 499 })
    while ((await busy()) === 0) expect(performance.now() - started).toBeLessThan(10_000)
    giveUp.abort()
    await isRefused
    expect(await busy()).toBe(0)
    expect(performance.now() - started).toBeLessThan(20_000)
    const { rows } = await cancellable(new AbortController().signal, (tx) => tx.execute(sql`select 1 as one`))
    expect(rows).toEqual([{ one: 1 }])
  })

  test('is not begun when it was given up before', async () => {
    const giveUp = new AbortController()
    giveUp.abort()
    let isBegun = false
    const query = cancellable(giveUp.signal, async () => (isBegun = true))
    await expect(query).rejects.toMatchObject({ code: 'ABORTED', status: 499 })
    expect(isBegun).toBe(false)
  })

  test('that fails by itself throws its own error', async () => {
    const query = cancellable(new AbortController().signal, (tx) => tx.execute(sql`select 1 / 0`))
    await expect(query).rejects.toMatchObject({ cause: { message: 'division by zero' } })
  })
})
