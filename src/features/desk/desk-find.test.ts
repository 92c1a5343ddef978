import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { withActor, type Transaction } from '#db/actor.server.ts'
import { db } from '#db/connection/client.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, useLending } from '#test/lending.ts'
import { findByName } from './desk-find.server.ts'

useDatabase()
useLending()

const find = (name: string) => withActor('none', (tx) => findByName(tx, name))
const namesOf = async (name: string) => (await find(name)).map((one) => one.name)

beforeAll(async () => {
  await db.execute(sql`
    insert into borrower (id, name, school_number)
    select gen_random_uuid(), (array['Amina','Baraka','Chausiku','Daudi','Esha','Fatuma','Gamba','Halima'])[1 + n % 8]
      || ' ' || (array['Otieno','Wanjiru','Kamau','Achieng','Mwangi','Njoroge','Odhiambo'])[1 + n % 7] || ' ' || md5(n::text), 'S' || n
    from generate_series(1, 20000) as n`)
  await db.execute(sql`vacuum analyze borrower`)
})

test('Names are found by the beginnings of their words, nine at most, always in the same order', async () => {
  for (const name of ['Zuhura Mkubwa', 'Zuhura Mdogo', 'Zuhura', 'فاطمة الزهراء', '100% Cotton'])
    await aBorrower({ name })
  expect(await namesOf('zuh m')).toEqual(['Zuhura Mdogo', 'Zuhura Mkubwa'])
  expect(await namesOf('ZUHURA')).toEqual(['Zuhura', 'Zuhura Mdogo', 'Zuhura Mkubwa'])
  expect(await namesOf('زهراء')).toEqual(['فاطمة الزهراء'])
  expect(await namesOf('%')).toEqual(['100% Cotton'])
  for (const name of ['uhura', '...', '_', 'S12', 'Zuhura x']) expect([name, await namesOf(name)]).toEqual([name, []])
  const many = await namesOf('a')
  expect(many).toHaveLength(9)
  expect(await namesOf('a')).toEqual(many)
})

/** How many rows of borrowers the connection has read. */
async function rowsRead(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_xact_user_tables where relname = 'borrower'`)
  return rows[0]?.count ?? 0
}

test.each([
  ['zuhura', 20],
  ['zawadi bar', 20],
  // Names that thousands have: those at most are read.
  ['otieno', 2900],
  ['b', 2900],
])('%j is found by reading at most %i rows of 20,000', async (name, most) => {
  const read = await withActor('none', async (tx) => {
    const before = await rowsRead(tx)
    await findByName(tx, name)
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeGreaterThanOrEqual((await find(name)).length)
  expect(read).toBeLessThanOrEqual(most)
})
