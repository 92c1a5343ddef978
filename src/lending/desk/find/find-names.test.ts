import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aGroup, useLending } from '#test/lending.ts'
import { findByName } from './find-names.server.ts'

useDatabase()
useLending()

const find = (name: string) => withActor('none', (tx) => findByName(tx, name))
const namesOf = async (name: string) => (await find(name)).people.map((one) => one.name)

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

test('A name may have its class before or behind it, as people call classes', async () => {
  const [five, six, kindergarten] = [
    await aGroup({ name: '5e A' }),
    await aGroup({ name: '6ème B' }),
    await aGroup({ name: 'Maternelle' }),
  ]
  await aBorrower({ name: 'Aïssatou Ndiaye', groupId: five.id })
  await aBorrower({ name: 'Mamadou Ndiaye', groupId: six.id })
  await aBorrower({ name: 'Awa Ndiaye', groupId: kindergarten.id })
  for (const typed of ['ndiaye 5a', 'Ndiaye 5e A', 'NDIAYE 5e', '5 e a ndiaye', 'ndiaye 5eme a'])
    expect([typed, await namesOf(typed)]).toEqual([typed, ['Aïssatou Ndiaye']])
  expect(await namesOf('ndiaye 6b')).toEqual(['Mamadou Ndiaye'])
  expect(await namesOf('mat ndiaye')).toEqual(['Awa Ndiaye'])
  // One letter is of a name.
  expect(await namesOf('ndiaye m')).toEqual(['Mamadou Ndiaye'])
  expect(await namesOf('ndiaye 7a')).toEqual([])
  expect((await find('ndiaye')).found).toBe(3)
})

test.each(['محمد عبد الرحمن', 'محمد عبدالرحمن'])('%s finds both writings', async (typed) => {
  const made = [await aBorrower({ name: 'محمد عبد الرحمن' }), await aBorrower({ name: 'محمد عبدالرحمن' })]
  const { people } = await find(typed)
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)))
})

test.each([
  ['عبدالله الهاشمي', 'عبد الله الهاشمي'],
  ['عبدالله هاشمي', 'عبد الله الهاشمي'],
  ['عبد الله', 'عبدالله عمر'],
  ['ابوبكر', 'شيماء أبو بكر'],
  ['أبو بكر', 'شيماء ابوبكر'],
  ['ابوقاسم', 'أبو القاسم الشابي'],
  ['نصرالله', 'حسن نصر الله'],
])('%s finds %s', async (typed, name) => {
  const { id } = await aBorrower({ name })
  expect((await find(typed)).people.map((person) => person.id)).toContain(id)
})

test('More than nine are counted', async () => {
  const group = await aGroup()
  for (let at = 0; at < 12; at++) await aBorrower({ name: `Xitsonga ${at}`, groupId: group.id })
  const { people, found } = await find('xitsonga')
  expect([people.length, found]).toEqual([9, 12])
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
  // Names that thousands have: they are read, since they are counted, and no others.
  ['otieno', 2900],
  ['b', 3600],
])('%j is found by reading at most %i rows of 20,000', async (name, most) => {
  const read = await withActor('none', async (tx) => {
    const before = await rowsRead(tx)
    await findByName(tx, name)
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeGreaterThanOrEqual((await find(name)).people.length)
  expect(read).toBeLessThanOrEqual(most)
})
