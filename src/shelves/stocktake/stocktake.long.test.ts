import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { stocktake, stocktakeScan } from '#base/db/tables/stocktake.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { runStocktakeFix } from './fix/fixes.server.ts'
import { stocktakeRouter } from './stocktake.router.server.ts'
import { KINDS, type Kind, type Scope, type ScansInput } from './stocktake.schema.ts'

// A stock-taking from its start to its close, by the procedures of the page.

useDatabase()
useLending()

let manager: SignedInCaller
beforeEach(async () => {
  moveClock(0)
  manager = await as('manager')
  for (const table of [stocktake, loan, hold, copy, activity]) await db.delete(table)
})

const [device, other] = [newId(), newId()]

async function start(scope: Partial<Scope> = {}): Promise<string> {
  const id = newId()
  await manager.call(stocktakeRouter.start, { id, location: null, shelfFrom: '', shelfTo: '', ...scope })
  return id
}

type Given = string | (Partial<ScansInput['scans'][number]> & { code: string })

/** Scans numbers, each ten seconds after the one before. */
async function scan(id: string, codes: readonly Given[], by = device) {
  const scans = codes.map((given, at) => ({
    id: newId(),
    place: null,
    age: (codes.length - at) * 10_000,
    ...(typeof given === 'string' ? { code: given } : given),
  }))
  return manager.call(stocktakeRouter.scan, { id, device: { id: by, isPhone: false }, scans })
}

const get = (id: string) => manager.call(stocktakeRouter.get, { id })
const numbersOf = async (id: string, kind: Kind) => {
  const { items } = await manager.call(stocktakeRouter.rows, { id, kind, offset: 0, limit: 1000 })
  return items.map(({ number }) => number)
}
const openOf = async (id: string) => {
  const { counts } = await get(id)
  return Object.fromEntries(KINDS.flatMap((kind) => (counts[kind].open > 0 ? [[kind, counts[kind].open]] : [])))
}

async function putRight(stocktakeId: string, kind: Kind, copyId?: string): Promise<string> {
  const id = newId()
  await manager.call(stocktakeRouter.fix, { id, stocktakeId, kind, ...(copyId !== undefined && { copyId }) })
  await runStocktakeFix(id)
  return id
}

async function undo(fix: string) {
  await manager.call(stocktakeRouter.undo, { id: fix })
  await runStocktakeFix(fix)
  return manager.call(stocktakeRouter.getFix, { id: fix })
}

const lend = async (copyId: string, values: Partial<typeof loan.$inferInsert> = {}) => {
  const { id: borrowerId } = await aBorrower()
  const id = newId()
  await db
    .insert(loan)
    .values({ id, copyId, borrowerId, lentAt: now(), dueOn: '2999-01-01', actId: newId(), ...values })
  return id
}

const rowOf = async (id: string) => (await db.select().from(copy).where(eq(copy.id, id)))[0]
const loanOf = async (id: string) => (await db.select().from(loan).where(eq(loan.id, id)))[0]

async function undoLast(kind: 'book' | 'copy', id: string) {
  const { id: entry } = await manager.call(undoRouter.lastEntry, { kind, id })
  return manager.call(undoRouter.undo, { id: entry ?? '' })
}

const long = (): Date => new Date(now().getTime() - 86_400_000 * 30)

test('The report has each kind of what was found, and each is put right by one press that is undone', async () => {
  const here = await aCopy({ location: 'Room' })
  const gone = await aCopy({ location: 'Room', lastSeenAt: long() })
  const away = await aCopy({ location: 'Room' })
  await lend(away.id, { lentAt: long() })
  const strayed = await aCopy({ location: 'Class 7' })
  const returned = await aCopy({ location: 'Room' })
  const open = await lend(returned.id, { lentAt: long() })
  const found = await aCopy({ location: 'Room', condition: 'lost' })
  const owed = await lend(found.id, { lentAt: long(), lostAt: long() })
  const double = await aCopy({ location: 'Room' })
  await aCopy({ location: 'Room', condition: 'withdrawn' })
  const id = await start({ location: 'Room' })
  await scan(id, [here.number, strayed.number, returned.number, found.number, double.number, 'OTHER-1'])
  await scan(id, [double.number], other)

  const view = await get(id)
  // Lost and withdrawn ones are not expected, nor what belongs elsewhere.
  expect(view.figures).toMatchObject({ expected: 5, seen: 3, lent: 1, missing: 1 })
  expect(await openOf(id)).toEqual({ missing: 1, misplaced: 1, unknown: 1, onLoan: 1, lost: 1, twice: 1 })
  expect(await numbersOf(id, 'missing')).toEqual([gone.number])
  expect(await numbersOf(id, 'misplaced')).toEqual([strayed.number])
  expect(await numbersOf(id, 'unknown')).toEqual(['OTHER-1'])
  expect(await numbersOf(id, 'onLoan')).toEqual([returned.number])
  expect(await numbersOf(id, 'lost')).toEqual([found.number])
  expect(await numbersOf(id, 'twice')).toEqual([double.number])

  const before = await db.select().from(copy).orderBy(copy.id)
  const fixes = new Map<Kind, string>()
  for (const kind of KINDS) fixes.set(kind, await putRight(id, kind))
  expect(await openOf(id)).toEqual({})
  expect((await get(id)).figures).toMatchObject({ missing: 1, misplaced: 1, unknown: 1, onLoan: 1, lost: 1, twice: 1 })
  expect(await rowOf(gone.id)).toMatchObject({ condition: 'lost' })
  expect(await rowOf(strayed.id)).toMatchObject({ location: 'Room' })
  expect(await rowOf(found.id)).toMatchObject({ condition: 'ok' })
  expect(await loanOf(open)).toMatchObject({ returnedBy: manager.user.id })
  expect(await loanOf(owed)).toMatchObject({ settledAs: 'back' })

  for (const kind of KINDS) expect(await undo(fixes.get(kind) ?? '')).toMatchObject({ state: 'undone', kept: 0 })
  expect(await openOf(id)).toEqual({ missing: 1, misplaced: 1, unknown: 1, onLoan: 1, lost: 1, twice: 1 })
  expect(await loanOf(open)).toMatchObject({ returnedAt: null, returnedBy: null })
  expect(await loanOf(owed)).toMatchObject({ settledAs: null, returnedAt: null })
  const plain = (rows: typeof before) => rows.map(({ version: _version, updatedAt: _at, ...row }) => row)
  expect(plain(await db.select().from(copy).orderBy(copy.id))).toEqual(plain(before))
  const lines = await db.select({ action: activity.action }).from(activity)
  expect(lines.filter(({ action }) => action === 'copy.stocktake')).toHaveLength(6)
  expect(lines.filter(({ action }) => action === 'copy.undo-stocktake')).toHaveLength(6)
  // Undone again.
  await expect(manager.call(stocktakeRouter.undo, { id: fixes.get('missing') ?? '' })).rejects.toMatchObject({
    code: 'BULK_STATE',
  })
})

test('A scan that is sent again is the same one, and a scanner that stutters counts once', async () => {
  const one = await aCopy()
  const id = await start()
  const scans = [{ id: newId(), code: one.number, place: null, age: 0 }]
  const input = { id, device: { id: device, isPhone: true }, scans }
  const answers = await Promise.all([
    manager.call(stocktakeRouter.scan, input),
    manager.call(stocktakeRouter.scan, input),
    manager.call(stocktakeRouter.scan, { ...input, scans: [...scans, ...scans] }),
  ])
  expect(answers.map(([answer]) => answer?.result)).toEqual(['seen', 'seen', 'seen'])
  const [again] = await scan(id, [{ code: one.number, age: 1000 }])
  expect(again?.result).toBe('repeated')
  expect(await db.$count(stocktakeScan)).toBe(2)
  expect(await openOf(id)).toEqual({})
})

test('What the desk does meanwhile counts: a copy that is lent, returned, moved, added or deleted is not missing', async () => {
  const [lent, returned, moved, deleted] = [
    await aCopy({ location: 'A', lastSeenAt: long() }),
    await aCopy({ location: 'A', lastSeenAt: long() }),
    await aCopy({ location: 'A', lastSeenAt: long() }),
    await aCopy({ location: 'A', lastSeenAt: long() }),
  ]
  const { card } = await aBorrower()
  await lend(returned.id, { lentAt: long() })
  const id = await start({ location: 'A' })
  // The clock of the server goes wrong while it is counted.
  moveClock(-86_400_000 * 60)
  const { borrower } = await manager.call(deskRouter.scan, { actId: newId(), code: card })
  const desk = { actId: newId(), code: lent.number, ...(borrower && { borrowerId: borrower.id }) }
  expect(await manager.call(deskRouter.scan, desk)).toMatchObject({ result: 'lent' })
  await manager.call(deskRouter.scan, { actId: newId(), code: returned.number, mode: 'return' })
  await manager.call(copyRouter.update, { id: moved.id, version: 1, location: 'B' })
  await manager.call(copyRouter.remove, { id: deleted.id, version: 1 })
  moveClock(0)
  expect(await numbersOf(id, 'missing')).toEqual([])
  expect((await get(id)).figures).toMatchObject({ expected: 4, seen: 2, missing: 0 })
  // Lent after it was scanned: it is on loan, and nothing is wrong.
  const later = await aCopy({ location: 'A' })
  await scan(id, [{ code: later.number, age: 3_600_000 }])
  await lend(later.id, { lentAt: new Date(now().getTime() - 1_800_000) })
  expect(await numbersOf(id, 'onLoan')).toEqual([])
})

test('A number that becomes that of a copy is known from then on', async () => {
  await aCopy()
  const id = await start()
  await scan(id, ['new-77', '%', '1984', 'O\u2019Brien "x"', 'مكتبة', 'a\nb'])
  expect(await numbersOf(id, 'unknown')).toEqual(['%', '1984', 'NEW-77'])
  await aCopy({ number: 'NEW-77' })
  expect(await numbersOf(id, 'unknown')).toEqual(['%', '1984'])
})

test('An unknown number is added to a book where it was scanned, and is unknown again once that is taken back', async () => {
  await aCopy()
  const id = await start()
  await scan(id, [{ code: 'old-7', place: 'Attic' }])
  const { id: bookId } = await aBook()
  const added = await manager.call(deskRouter.addCopy, { bookId, number: 'OLD-7', location: 'Attic' })
  expect(await openOf(id)).toEqual({ missing: 1 })
  expect(await rowOf(added.id)).toMatchObject({ bookId, number: 'OLD-7', location: 'Attic' })
  await undoLast('copy', added.id)
  expect(await openOf(id)).toEqual({ missing: 1, unknown: 1 })
})

test('A new book with an unknown ISBN has the copy that was scanned by it; the book takes its copy along', async () => {
  const isbn = '9780261102217'
  await aCopy()
  const id = await start()
  await scan(id, [isbn])
  expect(await numbersOf(id, 'unknown')).toEqual([isbn])
  const { id: bookId } = await manager.call(bookEditRouter.create, { title: 'The Hobbit', isbn: [isbn] })
  expect(await numbersOf(id, 'unknown')).toEqual([isbn])
  await manager.call(deskRouter.addCopy, { bookId, number: '' })
  expect(await openOf(id)).toEqual({ missing: 1 })
  await undoLast('book', bookId)
  expect(await numbersOf(id, 'unknown')).toEqual([isbn])
  expect(await db.$count(copy, eq(copy.bookId, bookId))).toBe(0)
})

test('Cards and words are about people: what they say is not kept', async () => {
  await aCopy()
  const pupil = await aBorrower({ name: 'Fatou Ndiaye', schoolNumber: 'S-42' })
  const id = await start()
  const answers = await scan(id, [pupil.card, 'S-42', 'Fatou Ndiaye'])
  expect(answers.map(({ result, code }) => [result, code])).toEqual([
    ['card', ''],
    ['card', ''],
    ['name', ''],
  ])
  expect(await openOf(id)).toEqual({ missing: 1 })
})

test('An ISBN counts the only copy of its book', async () => {
  const single = await aBook({ isbn: ['9780261102217'] })
  const several = await aBook({ isbn: ['9782070360024'] })
  const only = await aCopy({ bookId: single.id })
  for (let at = 0; at < 2; at += 1) await aCopy({ bookId: several.id })
  const id = await start()
  const answers = await scan(id, ['978-0-261-10221-7', '9782070360024'])
  expect(answers).toMatchObject([{ result: 'seen', copyId: only.id }, { result: 'book' }])
})

test('A range of shelf marks expects what stands in it, and calls misplaced what does not', async () => {
  const marks = ['5 SVT', '10 HIS', 'R LAY', 'S A', '']
  const copies = []
  for (const shelfMark of marks) copies.push(await aCopy({ bookId: (await aBook({ shelfMark })).id }))
  const id = await start({ shelfFrom: '6', shelfTo: 'R' })
  expect((await get(id)).figures.expected).toBe(2)
  await scan(id, [copies[0]?.number ?? '', copies[2]?.number ?? ''])
  expect(await numbersOf(id, 'missing')).toEqual([copies[1]?.number])
  expect(await numbersOf(id, 'misplaced')).toEqual([copies[0]?.number])
  // Nothing here says that it stays: it is carried back.
  expect(await get(id)).toMatchObject({ placeable: 0 })
  await expect(putRight(id, 'misplaced')).rejects.toMatchObject({ code: 'STOCKTAKE_CHANGED' })
})

test('Over all places a device says where it counts, and one copy alone can stay there', async () => {
  const [one, two] = [await aCopy({ location: 'A' }), await aCopy({ location: 'A' })]
  const id = await start()
  await scan(id, [
    { code: one.number, place: 'B' },
    { code: two.number, place: 'B' },
  ])
  await putRight(id, 'misplaced', one.id)
  expect(await rowOf(one.id)).toMatchObject({ location: 'B' })
  expect(await rowOf(two.id)).toMatchObject({ location: 'A' })
  expect((await get(id)).counts.misplaced).toEqual({ open: 1, done: 1 })
})

test('A scan that is taken back leaves the copy as unseen as before', async () => {
  const seenAt = long()
  const one = await aCopy({ lastSeenAt: seenAt })
  const id = await start()
  const [first] = await scan(id, [one.number])
  const [second] = await scan(id, [one.number], other)
  const back = (scanId = '') => manager.call(stocktakeRouter.takeBack, { id, scanId })
  await back(first?.id)
  expect(await openOf(id)).toEqual({})
  await back(second?.id)
  await back(second?.id)
  expect(await openOf(id)).toEqual({ missing: 1 })
  expect((await rowOf(one.id))?.lastSeenAt).toEqual(seenAt)
  await manager.call(stocktakeRouter.countAgain, { id, scanId: second?.id ?? '' })
  expect(await openOf(id)).toEqual({})
})

test('A press leaves alone what is otherwise by its turn, and its undo what was changed since', async () => {
  const copies = [await aCopy(), await aCopy(), await aCopy()]
  const id = await start()
  const fix = newId()
  await manager.call(stocktakeRouter.fix, { id: fix, stocktakeId: id, kind: 'missing' })
  // Pressed twice: by the same request, and by another one.
  await manager.call(stocktakeRouter.fix, { id: fix, stocktakeId: id, kind: 'missing' })
  await expect(
    manager.call(stocktakeRouter.fix, { id: newId(), stocktakeId: id, kind: 'missing' }),
  ).rejects.toMatchObject({ code: 'STOCKTAKE_CHANGED' })
  await scan(id, [copies[0]?.number ?? ''])
  await runStocktakeFix(fix)
  expect(await manager.call(stocktakeRouter.getFix, { id: fix })).toMatchObject({ changed: 2, refused: 1 })
  // One of the lost is found at the desk.
  await manager.call(deskRouter.scan, { actId: newId(), code: copies[1]?.number ?? '', mode: 'return' })
  expect(await undo(fix)).toMatchObject({ state: 'undone', kept: 1 })
  expect(await manager.call(stocktakeRouter.leftRows, { id: fix })).toHaveLength(2)
  const rows = await db.select({ condition: copy.condition }).from(copy)
  expect(rows.map(({ condition }) => condition)).toEqual(['ok', 'ok', 'ok'])
})

test('A copy that is returned goes to who waits; its undo gives it back', async () => {
  const one = await aCopy()
  const open = await lend(one.id, { lentAt: long() })
  const { id: borrowerId } = await aBorrower()
  await db.insert(hold).values({ bookId: one.bookId, borrowerId, placedAt: now() })
  const id = await start()
  await scan(id, [one.number])
  const fix = await putRight(id, 'onLoan')
  expect(await db.select().from(hold)).toMatchObject([{ copyId: one.id }])
  await undo(fix)
  expect(await db.select().from(hold)).toMatchObject([{ copyId: null }])
  expect(await loanOf(open)).toMatchObject({ returnedAt: null })
  // Lent to somebody else since: it stays returned.
  const second = await putRight(id, 'onLoan')
  await lend(one.id)
  expect(await undo(second)).toMatchObject({ kept: 1 })
  expect((await loanOf(open))?.returnedAt).not.toBeNull()
})

test('A closed one takes no scans, keeps what it has found, is compared with, and can be opened again', async () => {
  const copies = [await aCopy(), await aCopy()]
  const id = await start()
  const scans = [{ id: newId(), code: copies[0]?.number ?? '', place: null, age: 0 }]
  const input = { id, device: { id: device, isPhone: false }, scans }
  await manager.call(stocktakeRouter.scan, input)
  await manager.call(stocktakeRouter.close, { id })
  await manager.call(stocktakeRouter.close, { id })
  // What arrived before is answered, what did not waits on its device.
  await manager.call(stocktakeRouter.scan, input)
  await expect(scan(id, [copies[1]?.number ?? ''])).rejects.toMatchObject({ code: 'STOCKTAKE_CLOSED' })
  const fix = await putRight(id, 'missing')
  expect((await get(id)).figures).toMatchObject({ seen: 1, missing: 1 })
  const next = await start()
  expect((await get(next)).previous).toMatchObject({ id, figures: { missing: 1 } })
  expect((await get(await start({ location: '' }))).previous).toBeNull()
  await undo(fix)
  await manager.call(stocktakeRouter.reopen, { id })
  await scan(id, [copies[1]?.number ?? ''])
  expect((await get(id)).figures).toMatchObject({ seen: 2, missing: 0 })
  expect(await manager.call(stocktakeRouter.latest, undefined)).toHaveLength(3)
})

test('Nothing there is no stock-taking; one without a scan can be discarded, one with scans not', async () => {
  await expect(start()).rejects.toMatchObject({ code: 'STOCKTAKE_EMPTY' })
  expect(await db.$count(stocktake)).toBe(0)
  const one = await aCopy()
  const id = await start()
  await manager.call(stocktakeRouter.start, { id, location: null, shelfFrom: '', shelfTo: '' })
  await scan(id, [one.number])
  await expect(manager.call(stocktakeRouter.remove, { id })).rejects.toMatchObject({ code: 'STOCKTAKE_CHANGED' })
  const empty = await start()
  await manager.call(stocktakeRouter.remove, { id: empty })
  await manager.call(stocktakeRouter.remove, { id: empty })
  await expect(get(empty)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('Readers and helpers of the desk may do nothing of it', async () => {
  await aCopy()
  const id = await start()
  for (const caller of [await as('reader'), await as('helper')]) {
    await expect(caller.call(stocktakeRouter.get, { id })).rejects.toMatchObject({ status: 403 })
    const scans = [{ id: newId(), code: '1', place: null, age: 0 }]
    await expect(
      caller.call(stocktakeRouter.scan, { id, device: { id: device, isPhone: false }, scans }),
    ).rejects.toMatchObject({ status: 403 })
  }
})
