import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { withActor } from '#db/actor.server.ts'
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

test.each([
  ['zuhura', 5],
  ['zawadi bar', 5],
  // A name that thousands have.
  ['otieno', 50],
  ['b', 50],
])('%j is found in %i ms among 20,000', async (name, most) => {
  await find(name)
  const times = []
  for (let run = 0; run < 15; run++) {
    const started = performance.now()
    await find(name)
    times.push(performance.now() - started)
  }
  expect(Math.min(...times)).toBeLessThan(most)
})
