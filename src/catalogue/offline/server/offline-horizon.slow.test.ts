import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as } from '#test/callers.ts'
import { useDatabase, useEmptyDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { OfflinePhone } from '#test/offline/offline-phone.ts'

// What a phone fetches while transactions are open.

const here = useDatabase()
const elsewhere = useEmptyDatabase()

const clients: Client[] = []
async function connectTo({ url }: { url: string }): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  clients.push(client)
  return client
}
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
})

let phone: OfflinePhone
beforeAll(async () => {
  phone = new OfflinePhone(await as('reader'))
})
beforeEach(async () => {
  await db.delete(book)
  await phone.refresh()
})

const titlesOf = (catalogue: OfflinePhone) =>
  catalogue.catalogue
    .list({ limit: Infinity })
    .books.map(({ title }) => title)
    .toSorted()
const stored = async () => (await db.select({ title: book.title }).from(book)).map(({ title }) => title).toSorted()

const ADD = `insert into book (id, title, author, publisher) values (gen_random_uuid(), 'Late', 'Ann', 'Seuil')`
const sent = (...titles: string[]) => ({
  kind: 'difference',
  books: expect.objectContaining({ title: titles }),
})
const add = (title: string) => aBook({ title, author: 'Ann', publisher: 'Seuil' })

const many = (count: number) =>
  db.insert(book).values(Array.from({ length: count }, (_, at) => ({ title: `Volume ${at}` })))

describe('a transaction that stays open', () => {
  test.each<[what: string, where: { url: string }, open: string[], write?: string]>([
    ['in another database', elsewhere, ['select pg_current_xact_id()']],
    [
      'in another database, in parts',
      elsewhere,
      ['savepoint one', 'create table one (id int)', 'release one', 'savepoint two', 'create table two (id int)'],
    ],
    ['in this database', here, ['select pg_current_xact_id()'], ADD],
    [
      'in this database, that has written books',
      here,
      [ADD.replace('Late', 'Early')],
      `update book set title = 'Late' where title = 'Early'`,
    ],
  ])('%s makes nothing be sent again, and nothing be missed', async (_, where, open, write) => {
    const client = await connectTo(where)
    await client.query('begin')
    for (const query of open) await client.query(query)
    await many(600)
    expect(await phone.refresh()).toMatchObject({ kind: 'whole' })
    for (const title of ['One', 'Two']) {
      await add(title)
      expect(await phone.refresh()).toMatchObject(sent(title))
    }
    if (write) await client.query(write)
    await add('Three')
    await phone.refresh()
    await client.query('commit')
    if (write) expect(await phone.refresh()).toMatchObject(sent('Late'))
    expect(titlesOf(phone)).toEqual(await stored())
    expect(await phone.refresh()).toBeUndefined()
  })

  test('in this database with a part of it written makes no more be sent than was written since it began', async () => {
    await many(600)
    await phone.refresh()
    const client = await connectTo(here)
    await client.query('begin')
    await client.query('savepoint one')
    await client.query(ADD)
    await client.query('release one')
    for (const title of ['One', 'Two']) {
      await add(title)
      expect(await phone.refresh()).toMatchObject({ kind: 'difference' })
    }
    await client.query('commit')
    expect(await phone.refresh()).toMatchObject({ kind: 'difference', books: { id: { length: 3 } } })
    expect(titlesOf(phone)).toEqual(await stored())
  })

  test('and was prepared for a commit in two phases is not missed', async () => {
    const { rows } = await db.execute<{ most: number }>(
      sql`select current_setting('max_prepared_transactions')::int as most`,
    )
    if (rows[0]?.most === 0) return
    const client = await connectTo(here)
    await client.query(`begin; ${ADD}; prepare transaction 'horizon'`)
    await add('One')
    await phone.refresh()
    await client.query(`commit prepared 'horizon'`)
    await phone.refresh()
    expect(titlesOf(phone)).toEqual(await stored())
  })
})

/** A sequence of numbers below `most`, the same for a seed. */
function randomOf(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * most)
  }
}

test.each([1, 2])('transactions that begin, write and end in any order: no change is missed (%i)', async (seed) => {
  const random = randomOf(seed)
  await many(800)
  await phone.refresh()
  // Each has books of its own, so that none waits for another; the texts stay as long, so that sums do not tell.
  const writers = await Promise.all(
    Array.from({ length: 4 }, async (_, at) => ({ client: await connectTo(here), at, isOpen: false, parts: 0 })),
  )
  for (let step = 0; step < 200; step += 1) {
    const writer = writers[random(writers.length)]!
    const { client, at } = writer
    if (!writer.isOpen) {
      await client.query('begin')
      writer.isOpen = true
      continue
    }
    const title = `Volume ${at + 4 * (10 + random(40))}`
    const act = random(10)
    if (act < 5)
      await client.query(`update book set author = $1 where title = $2`, [String(step).padStart(4, '0'), title])
    else if (act === 5) {
      writer.parts += 1
      await client.query(`savepoint part_${writer.parts}`)
    } else if (act === 6 && writer.parts > 0) {
      await client.query(`${random(3) === 0 ? 'rollback to' : 'release'} part_${writer.parts}`)
      writer.parts -= 1
    } else if (act > 7) {
      await client.query(random(4) === 0 ? 'rollback' : 'commit')
      Object.assign(writer, { isOpen: false, parts: 0 })
    } else {
      await db
        .update(book)
        .set({ publisher: String(step).padStart(4, '0') })
        .where(eq(book.title, 'Volume 799'))
      const answer = await phone.refresh()
      expect(answer?.kind ?? 'difference').toBe('difference')
      const columns = { title: book.title, author: book.author, publisher: book.publisher }
      const rows = await db.select(columns).from(book)
      const textsOf = (books: { title: string; author: string; publisher: string }[]) =>
        books.map((one) => [one.title, one.author, one.publisher].join(' ')).toSorted()
      expect(textsOf(phone.catalogue.list({ limit: Infinity }).books)).toEqual(textsOf(rows))
    }
  }
})
