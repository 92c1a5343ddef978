import { beforeAll, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { stocktake } from '#base/db/tables/stocktake.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { stocktakeRouter } from '../stocktake.router.server.ts'
import { KINDS, type Kind } from '../stocktake.schema.ts'

// Stock-takings as programs read them: with a key, page by page.

useDatabase()
useLending()

let manager: SignedInCaller
let id: string
let all: string
let little: string

const missing: string[] = []
const unknown = ['7', 'OTHER-2', 'OTHER-10', 'Z-1']

beforeAll(async () => {
  manager = await as('manager')
  ;({ key: all } = await aKey(manager.user))
  ;({ key: little } = await aKey(manager.user, { scopes: ['copy:read'] }))
  const books = new Map<string, string>()
  // By place, shelf mark, title and number, as people count.
  for (const [location, shelfMark, title, number] of [
    ['', 'Z', 'Without a place', 'C-9'],
    ['Room 2', '2 ECO', 'Atlas', 'C-2'],
    ['Room 2', '2 ECO', 'Atlas', 'C-10'],
    ['Room 2', '2 ECO', 'Bees', 'C-1'],
    ['Room 2', '10 HIS', 'Ants', 'C-3'],
    ['Room 10', '', 'Cats', 'C-4'],
  ] as const) {
    const bookId = books.get(title + shelfMark) ?? (await aBook({ title, shelfMark })).id
    books.set(title + shelfMark, bookId)
    await aCopy({ bookId, number, location })
    missing.push(number)
  }
  const lent = await aCopy({ number: 'L-1' })
  const lost = await aCopy({ number: 'L-2', condition: 'lost' })
  const { id: borrowerId } = await aBorrower({ name: 'Fatou Ndiaye' })
  const before = new Date(now().getTime() - 86_400_000)
  const lend = { borrowerId, lentAt: before, dueOn: '2999-01-01' }
  await db.insert(loan).values([
    { ...lend, copyId: lent.id, actId: newId() },
    { ...lend, copyId: lost.id, actId: newId(), lostAt: before },
  ])
  for (const location of ['Room 2', 'Room 10', null]) {
    id = newId()
    await manager.call(stocktakeRouter.start, { id, location, shelfFrom: '', shelfTo: '' })
    if (location !== null) await manager.call(stocktakeRouter.close, { id })
  }
  const scans = ['L-1', 'L-2', ...unknown].map((code) => ({ id: newId(), code, place: null, age: 0 }))
  await manager.call(stocktakeRouter.scan, { id, device: { id: newId(), isPhone: false }, scans })
})

interface Page {
  items: Record<string, unknown>[]
  nextCursor: string | null
  total: number
}

const get = async (path: string, key = all) => {
  const response = await withKey(key, `/api/v1/stocktakes${path}`)
  return { status: response.status, body: (await response.json()) as unknown }
}

/** All pages of a list, and what each says is the total. */
async function pages(path: string, limit: number, key = all) {
  const found: Record<string, unknown>[] = []
  const totals = new Set<number>()
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor !== '' && { cursor }) })
    const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}${query}`, key)
    expect(status).toBe(200)
    const page = body as Page
    expect(page.items.length).toBeLessThanOrEqual(limit)
    found.push(...page.items)
    totals.add(page.total)
    cursor = page.nextCursor
  }
  return { found, totals: [...totals] }
}

const rows = (kind: Kind, limit: number, key = all) => pages(`/${id}/rows?kind=${kind}`, limit, key)

test('Stock-takings are listed page by page, the latest first, with their figures', async () => {
  const { found, totals } = await pages('', 2)
  expect(totals).toEqual([3])
  expect(found.map(({ location }) => location)).toEqual([null, 'Room 10', 'Room 2'])
  expect(found[0]).toMatchObject({ id, closedAt: null, figures: { expected: 7, missing: 6, unknown: 4, lent: 0 } })
  expect(found[2]).toMatchObject({ figures: { expected: 4, seen: 0, missing: 4 } })
})

test('One is read with what is still to be put right, and nobody who has scanned', async () => {
  const { body } = await get(`/${id}`)
  expect(body).toMatchObject({
    id,
    location: null,
    scans: 6,
    previousId: null,
    counts: { missing: { open: 6, done: 0 }, unknown: { open: 4, done: 0 }, onLoan: { open: 1 }, lost: { open: 1 } },
  })
  expect(JSON.stringify(body)).not.toContain(manager.user.name)
  for (const path of [`/${newId()}`, '/nowhere', `/${newId()}/rows?kind=lost`, '/nowhere/rows?kind=lost'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('What was found is read page by page, in the order of the shelves, whatever the size of a page', async () => {
  for (const limit of [1, 2, 100]) {
    const { found, totals } = await rows('missing', limit)
    expect(found.map(({ number }) => number)).toEqual(missing)
    expect(totals).toEqual([6])
    const codes = await rows('unknown', limit)
    expect(codes.found.map(({ number, copyId }) => [number, copyId])).toEqual(unknown.map((code) => [code, null]))
    expect(codes.totals).toEqual([4])
  }
  expect((await rows('twice', 5)).found).toEqual([])
})

test('A copy that is put right between two pages loses none of the others', async () => {
  const first = (await get(`/${id}/rows?kind=missing&limit=2`)).body as Page
  await manager.call(stocktakeRouter.scan, {
    id,
    device: { id: newId(), isPhone: false },
    scans: [{ id: newId(), code: missing[0] ?? '', place: null, age: 0 }],
  })
  const next = (await get(`/${id}/rows?kind=missing&limit=2&cursor=${first.nextCursor}`)).body as Page
  expect(next.items.map(({ number }) => number)).toEqual(missing.slice(2, 4))
  expect(next.total).toBe(5)
})

test('Who has a copy is named to who may read borrowers alone', async () => {
  for (const kind of ['onLoan', 'lost'] as const) {
    expect((await rows(kind, 5)).found).toMatchObject([{ borrower: 'Fatou Ndiaye' }])
    expect((await rows(kind, 5, little)).found).toMatchObject([{ borrower: null, group: null }])
  }
  for (const kind of KINDS) expect(JSON.stringify(await rows(kind, 100, little))).not.toContain('Fatou')
  expect(await get(`/${id}/export`, little)).toMatchObject({ status: 403 })
})

test('A cursor that is none, or of another list, is refused', async () => {
  for (const path of [
    '?cursor=x',
    `?cursor=${newId()}`,
    `/${id}/rows?kind=lost&cursor=x`,
    `/${id}/rows?kind=lost&cursor=${id}`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 400])
  for (const path of [`/${id}/rows`, `/${id}/rows?kind=stolen`, '?limit=0', '?limit=101'])
    expect([path, (await get(path)).status]).toEqual([path, 400])
})

test('Without the scope, and while the library does not lend, there is nothing', async () => {
  const { key } = await aKey(manager.user, { scopes: ['book:read', 'borrower:read'] })
  const reader = await as('reader')
  const paths = ['', `/${id}`, `/${id}/rows?kind=missing`]
  for (const path of paths) {
    expect([path, (await get(path, key)).status]).toEqual([path, 403])
    expect([path, (await reader.request(`/api/v1/stocktakes${path}`)).status]).toEqual([path, 403])
  }
  await storeLibrarySettings({ lending: false })
  for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
  await storeLibrarySettings({ lending: true })
  expect(await db.$count(stocktake)).toBe(3)
})
