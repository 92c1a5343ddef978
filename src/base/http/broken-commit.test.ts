import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'

useDatabase()

/** Makes the server end the connection at each commit that adds a book. */
const breakCommits = () =>
  db.execute(sql`
    create function break_commit() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create constraint trigger break_commit after insert on book deferrable initially deferred
      for each row execute function break_commit()`)
const mend = () => db.execute(sql`drop function break_commit cascade`)

test('a change whose commit got no answer says that it may have been made, and is repeated by its key', async () => {
  const manager = await as('manager')
  const add = () => {
    const headers = { 'idempotency-key': 'add-nedjma' }
    return manager.request('/api/v1/books', { body: { title: 'Nedjma', author: 'Kateb Yacine' }, headers })
  }
  await breakCommits()
  const broken = await add()
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await broken.json()).toMatchObject({ code: 'NOT_KNOWN_IF_SAVED' })
  await mend()
  await expect.poll(async () => (await add()).status, { timeout: 5000 }).toBe(201)
  const { rows } = await db.execute(sql`select count(*)::int as count from book where title = 'Nedjma'`)
  expect(rows).toEqual([{ count: 1 }])
})

test('a change that broke before has not been made, and says so', async () => {
  const manager = await as('manager')
  await db.execute(sql`
    create function break_insert() returns trigger language plpgsql as
      'begin perform pg_terminate_backend(pg_backend_pid()); return null; end';
    create trigger break_insert before insert on book for each row execute function break_insert()`)
  const broken = await manager.request('/api/v1/books', { body: { title: 'Nedjma', author: 'Kateb Yacine' } })
  expect(await broken.json()).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE', status: 503 })
  await db.execute(sql`drop function break_insert cascade`)
})
