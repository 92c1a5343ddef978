import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'

useDatabase()

/** Number of searches that wait for the lock on the table of books. */
async function waiting(): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

async function until(count: number): Promise<void> {
  for (let tries = 0; tries < 200 && (await waiting()) !== count; tries += 1) await sleep(20)
  expect(await waiting()).toBe(count)
}

test('a cancelled search ends in PostgreSQL too; the next one is answered', async () => {
  const reader = await as('reader')
  await aBook({ title: 'Les Misérables' })
  const giveUp = new AbortController()
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table book in access exclusive mode`)
    const first = reader.request('/api/v1/books?searchTerm=mis', { signal: giveUp.signal })
    await until(1)
    giveUp.abort()
    await until(0)
    expect((await first).status).toBe(499)
  })
  const next = await reader.request('/api/v1/books?searchTerm=mise')
  expect(await next.json()).toMatchObject({ items: [{ title: 'Les Misérables' }], total: 1 })
})
