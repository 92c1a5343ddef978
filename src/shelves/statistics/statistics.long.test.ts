import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { forgottenReader } from '#base/db/tables/forgotten-reader.ts'
import { loan } from '#base/db/tables/loan.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { borrowerMergeRouter } from '#lending/borrower-merge/borrower-merge.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { borrowerTrashRouter } from '#lending/borrower/trash/borrower-trash.router.server.ts'
import { cleanUpLoans } from '#lending/loan/loan-clean-up.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { forgetReaders } from './forgotten-readers.server.ts'
import { statisticsRouter } from './statistics.router.server.ts'

useDatabase()
useLending()

const DAY = 86_400_000

let manager: SignedInCaller
const ids: Record<string, string> = {}

/** A loan that is back, unless `fields` say otherwise. */
async function lent(at: string, who: string, what: string, fields: Partial<typeof loan.$inferInsert> = {}) {
  const lentAt = new Date(at)
  const [copyId, borrowerId] = [ids[what] ?? '', ids[who] ?? null]
  await db.insert(loan).values({
    copyId,
    borrowerId,
    groupId: who === 'teacher' ? null : (ids['class'] ?? null),
    lentAt,
    returnedAt: new Date(lentAt.getTime() + 3 * DAY),
    dueOn: at.slice(0, 10),
    actId: newId(),
    ...fields,
  })
}

const yearOf = (year?: string) => manager.call(statisticsRouter.get, year === undefined ? {} : { year })

const forgetAll = async () => {
  await storeLibrarySettings({ loanMemoryDays: 0 })
  await cleanUpLoans()
}

beforeAll(async () => {
  moveClock(Date.parse('2027-02-28T12:00:00Z') - Date.now())
  // The library is two hours ahead: its months begin while it is still the day before in UTC.
  await storeLibrarySettings({ timeZone: 'Etc/GMT-2', loanMemoryDays: null })
  manager = await as('manager')
  ids['class'] = (await aGroup({ name: '6e "A" %' })).id
  for (const name of ['awa', 'bakary', 'teacher'])
    ids[name] = (await aBorrower({ name, groupId: ids['class'] ?? null })).id
  const novel = await aBook({ title: 'Une si longue lettre', genreId: (await theGenre('novel')).id, language: 'fr' })
  const other = await aBook({ title: '1984' })
  ids['novel'] = (await aCopy({ bookId: novel.id, location: 'Salle 1' })).id
  ids['other'] = (await aCopy({ bookId: other.id })).id
  // The first evening of the school's year, which in UTC is the last one of August.
  await lent('2026-08-31T22:30:00Z', 'awa', 'novel')
  await lent('2026-09-20T10:00:00Z', 'awa', 'novel')
  await lent('2026-10-05T10:00:00Z', 'awa', 'other')
  await lent('2027-02-10T10:00:00Z', 'bakary', 'novel')
  await lent('2027-02-12T10:00:00Z', 'teacher', 'other')
  // A class set, which is counted apart.
  await lent('2027-02-12T10:00:00Z', 'nobody', 'other', { setId: newId(), classId: ids['class'] ?? null })
  // The year before: one by this day, one after it.
  await lent('2025-10-01T10:00:00Z', 'awa', 'novel')
  await lent('2026-02-27T10:00:00Z', 'bakary', 'novel')
  await lent('2026-05-01T10:00:00Z', 'bakary', 'novel')
  // A clock that was wrong.
  await lent('2031-05-01T10:00:00Z', 'awa', 'novel')
})
afterAll(() => moveClock(0))

test('A year is counted by months of the library, a running one beside the same days of the year before', async () => {
  const counted = await yearOf()
  expect(counted).toMatchObject({
    year: '2026-2027',
    yearBefore: '2025-2026',
    until: '2027-02-28',
    loans: 5,
    before: 2,
    inSets: { loans: 1, before: 0 },
    readers: { count: 3, before: 2, borrowers: 3 },
    future: 1,
  })
  expect(counted.months.filter(({ loans, before }) => loans + before > 0)).toEqual([
    { month: '2026-09', loans: 2, before: 0, readers: 1, readersBefore: 0 },
    { month: '2026-10', loans: 1, before: 1, readers: 1, readersBefore: 1 },
    { month: '2027-02', loans: 2, before: 1, readers: 2, readersBefore: 1 },
    { month: '2027-05', loans: 0, before: 1, readers: 0, readersBefore: 1 },
  ])
  expect(counted.classes).toEqual([
    { id: ids['class'], name: '6e "A" %', loans: 4, before: 2, readers: 2 },
    { id: null, name: null, loans: 1, before: 0, readers: 1 },
  ])
  expect(counted.genres.map(({ name, loans, before }) => [name, loans, before])).toEqual([
    ['Novel', 3, 2],
    [null, 2, 0],
  ])
  expect(counted.languages.map(({ name, loans }) => [name, loans])).toEqual([
    ['French', 3],
    [null, 2],
  ])
  expect(counted.places.map(({ name, loans }) => [name, loans])).toEqual([
    ['Salle 1', 3],
    [null, 2],
  ])
  expect(counted.books.map(({ title, loans, before }) => [title, loans, before])).toEqual([
    ['Une si longue lettre', 3, 2],
    ['1984', 2, 0],
  ])
  expect(counted.years).toEqual(['2030-2031', '2026-2027', '2025-2026', '2031', '2027', '2026', '2025'])
})

test('A calendar year, a year that is over and one in which nothing was lent', async () => {
  expect(await yearOf('2026')).toMatchObject({
    loans: 5,
    before: 1,
    until: null,
    readers: { count: 2, borrowers: null },
  })
  expect(await yearOf('2025-2026')).toMatchObject({ loans: 3, before: 0, until: null })
  expect(await yearOf('1990')).toMatchObject({ loans: 0, months: expect.arrayContaining([]), classes: [], books: [] })
})

test('What is no year is refused by its field; only managers may count', async () => {
  for (const year of ['2026-2028', 'true', '%', '"', '0001', '٢٠٢٦', '2026-2027\n'])
    await expect(yearOf(year)).rejects.toMatchObject({ status: 400, fields: { year: expect.anything() } })
  const reader = await as('reader')
  await expect(reader.call(statisticsRouter.get, {})).rejects.toMatchObject({ status: 403 })
  await expect(reader.call(statisticsRouter.exportFile, {})).rejects.toMatchObject({ status: 403 })
})

test('Copies that were not lent for years are those that the list of copies finds', async () => {
  const { id } = await aCopy({ acquiredOn: '2020-01-01' })
  await aCopy({ acquiredOn: '2026-12-01' })
  const { unlent, copies } = await yearOf()
  expect(unlent).toMatchObject({ years: 2, count: 1, copies: 4, first: [{ id }] })
  expect(copies).toEqual({ count: await db.$count(copy), before: 1 })
})

test('Counts stay when loans forget their borrowers, also who has borrowed again since, in parts, and twice', async () => {
  const before = await yearOf()
  const [ofCalendar, former] = [await yearOf('2026'), await yearOf('2025-2026')]
  // First only what came back before October: Awa is known by the loan of October until then.
  await db.execute(
    sql`update loan set returned_at = ${now()}::timestamptz where lent_at between '2026-10-01' and ${now()}::timestamptz`,
  )
  await forgetAll()
  expect(await yearOf()).toEqual(before)
  await forgetReaders(now())
  expect(await yearOf()).toEqual(before)
  moveClock(Date.parse('2027-03-05T12:00:00Z') - Date.now())
  await cleanUpLoans()
  expect(await db.$count(loan, sql`borrower_id is not null and lent_at < ${now()}`)).toBe(0)
  await forgetReaders(now())
  await forgetReaders(now())
  const after = await yearOf()
  expect(after.readers).toEqual(before.readers)
  expect(after.months).toEqual(before.months)
  expect(after.classes).toEqual(before.classes)
  expect((await yearOf('2026')).readers).toEqual(ofCalendar.readers)
  expect((await yearOf('2025-2026')).readers).toEqual(former.readers)
  // Months and years that are over know nobody any more; the year that runs still does.
  const kept = await db.select().from(forgottenReader)
  expect(
    new Set(kept.filter(({ borrowerId }) => borrowerId !== null).map(({ kind, start }) => `${kind} ${start}`)),
  ).toEqual(new Set(['school_year 2026-09-01', 'calendar_year 2027-01-01']))
})

test('Who borrows again, is moved to the trash and restored, or is erased, counts once', async () => {
  const { readers } = await yearOf()
  await lent('2027-03-02T10:00:00Z', 'awa', 'novel')
  expect((await yearOf()).readers).toEqual(readers)
  const remove = (name: string, forGood = false) =>
    manager.call(borrowerRouter.remove, { id: ids[name] ?? '', version: 1, forGood })
  await remove('awa')
  expect((await yearOf()).readers).toMatchObject({ count: readers.count, borrowers: 2 })
  await manager.call(borrowerTrashRouter.restore, { ids: [ids['awa'] ?? ''] })
  expect((await yearOf()).readers).toMatchObject({ count: readers.count, borrowers: 3 })
  // Erasing asks for a session that was proven a short time ago.
  manager = await as('manager')
  await remove('bakary', true)
  expect((await yearOf()).readers).toMatchObject({ count: readers.count, borrowers: 2 })
  await forgetAll()
  expect((await yearOf()).readers).toMatchObject({ count: readers.count, borrowers: 2 })
  expect(await db.$count(forgottenReader, sql`borrower_id = ${ids['bakary']}`)).toBe(0)
})

test('Two borrowers who were merged are one, and two again when they are parted or one who is erased', async () => {
  const one = await aBorrower({ name: 'Fatou' })
  const two = await aBorrower({ name: 'Fatou N.' })
  ids['one'] = one.id
  ids['two'] = two.id
  const { readers } = await yearOf()
  await lent('2027-03-01T08:00:00Z', 'one', 'novel', { returnedAt: new Date('2027-03-02T08:00:00Z') })
  await lent('2027-03-01T09:00:00Z', 'two', 'other', { returnedAt: new Date('2027-03-02T09:00:00Z') })
  await cleanUpLoans()
  expect((await yearOf()).readers.count).toBe(readers.count + 2)
  await manager.call(borrowerMergeRouter.merge, {
    id: one.id,
    version: 1,
    otherId: two.id,
    otherVersion: 1,
    take: [],
  })
  expect((await yearOf()).readers.count).toBe(readers.count + 1)
  await db.execute(sql`delete from deleted_borrower where id = ${two.id}`)
  expect((await yearOf()).readers.count).toBe(readers.count + 1)
})

test('A file has the same counts', async () => {
  const counted = await yearOf()
  const csv = await (await manager.call(statisticsRouter.exportFile, { format: 'csv' })).text()
  const [heading, loans] = csv.replace('\uFEFF', '').split(/\r?\n/)
  expect(heading).toBe('What is counted,Of what,2026/27,"2025/26, to 5 March"')
  expect(loans).toBe(`Loans,,${counted.loans},${counted.before}`)
  // Months of the year before are whole, unlike what the heading says of all other rows.
  expect(csv).toMatch(/^Loans by month \(2025\/26: all of it\),August 2027,0,\d+\r?$/m)
  expect(csv).toContain('Loans by class,"6e ""A"" %",')
  const workbook = await manager.call(statisticsRouter.exportFile, { format: 'xlsx', year: '2026' })
  expect(new Uint8Array(await workbook.arrayBuffer()).slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
})

test('The dashboard has this month beside the same days of last year', async () => {
  expect(await manager.call(statisticsRouter.month, undefined)).toEqual({ month: '2027-03', loans: 3, before: 0 })
})
