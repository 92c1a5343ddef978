import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { loan } from '#base/db/tables/loan.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { deskRouter } from './desk.router.server.ts'
import type { DeskDay, ScanInput } from './desk.schema.ts'

useDatabase()
useLending()

let manager: SignedInCaller
let helper: SignedInCaller
beforeAll(async () => {
  manager = await as('manager', { name: 'Amina Kimaro' })
  helper = await as('helper')
})
let moved = 0
afterAll(() => moveClock(0))

const scan = (code: string, more: Partial<ScanInput> = {}, by: Caller = manager) => {
  // Two acts are no stutter of a scanner.
  moveClock((moved += 10_000))
  return by.call(deskRouter.scan, { actId: newId(), code, ...more })
}
const today = (by: Caller = manager): Promise<DeskDay> => by.call(deskRouter.today, { limit: 1000 })
const notLent = async (number: string, by: Caller = manager) =>
  (await today(by)).notLent.filter((one) => one.number === number)
const isOnLoan = async (copyId: string) =>
  (await db.$count(loan, and(eq(loan.copyId, copyId), isNull(loan.returnedAt)))) > 0

/** A borrower who has a book that is late. */
async function aLateBorrower() {
  const [who, late] = [await aBorrower(), await aCopy()]
  await scan(late.number, { borrowerId: who.id })
  await db.update(loan).set({ dueOn: '2020-01-01' }).where(eq(loan.copyId, late.id))
  return who
}

describe('what was not lent', () => {
  test('of a queue of three stays, each with who, which and why, in the feed and in its count', async () => {
    const before = await today()
    const people = [await aLateBorrower(), await aLateBorrower(), await aLateBorrower()]
    const copies = [await aCopy(), await aCopy(), await aCopy()]
    for (const [at, item] of copies.entries()) {
      await scan(people[at]?.card ?? '')
      expect(await scan(item.number, { borrowerId: people[at]?.id ?? '' })).toMatchObject({ result: 'refused' })
    }
    const day = await today()
    expect(day.notLentToday).toBe(before.notLentToday + 3)
    expect(day.notLent.slice(0, 3)).toMatchObject(
      copies.toReversed().map((item, at) => ({
        number: item.number,
        borrower: { id: people[2 - at]?.id },
        notices: [{ code: 'overdue', count: 1 }],
        goOn: 'yes',
        dealtWith: null,
      })),
    )
    expect(day.refused.slice(0, 3).map(({ actId }) => actId)).toEqual(day.notLent.slice(0, 3).map(({ actId }) => actId))
  })

  test('is dealt with by a press, which says who, and can be taken back', async () => {
    const [who, item] = [await aLateBorrower(), await aCopy()]
    const { actId } = await scan(item.number, { borrowerId: who.id })
    await manager.call(deskRouter.dealWith, { actId, isDealtWith: true })
    await manager.call(deskRouter.dealWith, { actId, isDealtWith: true })
    expect(await notLent(item.number)).toEqual([])
    const refused = (await today()).refused.find((one) => one.actId === actId)
    expect(refused).toMatchObject({ dealtWith: { by: 'Amina Kimaro' } })
    await manager.call(deskRouter.dealWith, { actId, isDealtWith: false })
    expect(await notLent(item.number)).toMatchObject([{ actId, dealtWith: null }])
  })

  test('is dealt with once the copy is lent all the same, and open again when that is taken back', async () => {
    const [who, item] = [await aLateBorrower(), await aCopy()]
    await scan(item.number, { borrowerId: who.id })
    const lent = await scan(item.number, { borrowerId: who.id, accepted: ['overdue'] })
    expect(lent.result).toBe('lent')
    expect(await notLent(item.number)).toEqual([])
    await manager.call(deskRouter.undo, { actId: newId(), undoes: lent.actId })
    expect(await isOnLoan(item.id)).toBe(false)
    expect(await notLent(item.number)).toHaveLength(1)
  })

  test('is lent by nobody once somebody has dealt with it, at another desk too, and counts no more', async () => {
    const [who, item, before] = [await aLateBorrower(), await aCopy(), await today()]
    const { actId } = await scan(item.number, { borrowerId: who.id })
    const goOn = () => scan(item.number, { borrowerId: who.id, accepted: ['overdue'], refusal: actId }, helper)
    await manager.call(deskRouter.dealWith, { actId, isDealtWith: true })
    expect((await today()).notLentToday).toBe(before.notLentToday)
    expect(await goOn()).toMatchObject({ result: 'repeated', notices: [] })
    expect([await isOnLoan(item.id), await notLent(item.number)]).toEqual([false, []])
    await manager.call(deskRouter.dealWith, { actId, isDealtWith: false })
    expect((await goOn()).result).toBe('lent')
    // Pressed at a third desk, it is not brought back either.
    expect((await goOn()).result).toBe('repeated')
    expect(await isOnLoan(item.id)).toBe(true)
  })

  test('is not brought back by a desk that shows a former refusal of the same copy', async () => {
    const [who, item] = [await aLateBorrower(), await aCopy()]
    const former = await scan(item.number, { borrowerId: who.id })
    const latest = await scan(item.number, { borrowerId: who.id })
    const goOn = (refusal: string) => scan(item.number, { borrowerId: who.id, accepted: ['overdue'], refusal })
    expect((await goOn(latest.actId)).result).toBe('lent')
    expect((await goOn(former.actId)).result).toBe('repeated')
    expect(await isOnLoan(item.id)).toBe(true)
  })

  test('twice for the same borrower is one line, and for another one a second', async () => {
    const [first, second, item] = [await aLateBorrower(), await aLateBorrower(), await aCopy()]
    for (const who of [first, first, second]) await scan(item.number, { borrowerId: who.id })
    expect((await notLent(item.number)).map(({ borrower }) => borrower?.id)).toEqual([second.id, first.id])
  })

  test('is also a copy that came back and could not be lent on', async () => {
    const [former, who, item] = [await aBorrower(), await aLateBorrower(), await aCopy()]
    await scan(item.number, { borrowerId: former.id })
    expect(await scan(item.number, { borrowerId: who.id })).toMatchObject({ result: 'returned' })
    expect(await notLent(item.number)).toMatchObject([{ borrower: { id: who.id }, notices: [{ code: 'overdue' }] }])
  })

  test('has no way on where nobody may, and the reason for who may read it alone', async () => {
    const [who, item] = [await aBorrower({ blockedNote: 'secret reason' }), await aCopy()]
    await scan(item.number, { borrowerId: who.id })
    expect(await notLent(item.number)).toMatchObject([{ goOn: 'no', notices: [{ note: 'secret reason' }] }])
    expect(await notLent(item.number, helper)).toMatchObject([{ goOn: 'no', notices: [{ note: null }] }])
  })
})

describe('a helper', () => {
  test('goes on past late books, and not past the limit, an expired card or a copy for reference, whatever is sent', async () => {
    const full = await aBorrower({ groupId: (await aGroup({ booksAtATime: 0 })).id })
    const expired = await aBorrower({ expiresOn: '2020-01-01' })
    const reader = await aBorrower()
    const cases = [
      { who: full, item: await aCopy(), code: 'limit' as const },
      { who: expired, item: await aCopy(), code: 'expired' as const },
      { who: reader, item: await aCopy({ condition: 'reference' }), code: 'reference' as const },
    ]
    for (const { who, item, code } of cases) {
      for (const accepted of [[], [code]])
        expect(await scan(item.number, { borrowerId: who.id, accepted }, helper)).toMatchObject({
          result: 'refused',
          notices: [{ code, canGoOn: false }],
        })
      expect(await notLent(item.number, helper)).toMatchObject([{ goOn: 'admin' }])
      expect(await notLent(item.number)).toMatchObject([{ goOn: 'yes' }])
      expect(await scan(item.number, { borrowerId: who.id, accepted: [code] })).toMatchObject({ result: 'lent' })
    }
    const [late, item] = [await aLateBorrower(), await aCopy()]
    expect(await scan(item.number, { borrowerId: late.id }, helper)).toMatchObject({
      result: 'refused',
      notices: [{ code: 'overdue', canGoOn: true }],
    })
    const lent = await scan(item.number, { borrowerId: late.id, accepted: ['overdue'] }, helper)
    expect(lent.result).toBe('lent')
  })
})

describe('a scan', () => {
  test('of a school number opens the pupil', async () => {
    const who = await aBorrower({ schoolNumber: '20251007' })
    expect(await scan('20251007')).toMatchObject({ result: 'borrower', borrower: { id: who.id } })
  })

  test('is read by the keys that were pressed, where its signs are unknown, and kept as that where both are', async () => {
    const item = await aCopy({ number: 'LDD-05019' })
    expect(await scan('LDD)à(à&ç', { keys: 'LDD-05019' })).toMatchObject({ result: 'waiting', copy: { id: item.id } })
    expect(await scan('HQ&&é', { keys: 'HA112' })).toMatchObject({ result: 'unknown' })
    expect((await today()).unknown.map(({ code }) => code)).toContain('HA112')
  })

  test.each([
    ['A10000168B', '10000168'],
    [']C0', ''],
    ['*', '*'],
  ])('is known with the signs that scanners add: %s', async (before, after) => {
    const item = await aCopy()
    const scanned = before === 'A10000168B' ? `A${item.number}B` : `${before}${item.number}${after}`
    expect(await scan(scanned)).toMatchObject({ result: 'waiting', copy: { id: item.id } })
  })

  test('with an add-on is of the book', async () => {
    const { id } = await aBook({ isbn: ['9782070612758'] })
    const item = await aCopy({ bookId: id })
    expect(await scan('978207061275854499')).toMatchObject({ result: 'waiting', copy: { id: item.id } })
  })

  test('of 98 asks whether 0098 is meant', async () => {
    const item = await aCopy({ number: '0098' })
    expect(await scan('98')).toMatchObject({ result: 'choose', choices: [{ code: '0098', copy: { id: item.id } }] })
  })

  test('of words that are no name offers books, first those on the shelf, and lends the one that is chosen', async () => {
    const [out, shelf] = [await aBook({ title: 'Soundjata, l’enfant-lion' }), await aBook({ title: 'Soundjata' })]
    await aBook({ title: 'Soundjata sans exemplaire' })
    const [outCopy, item] = [await aCopy({ bookId: out.id }), await aCopy({ bookId: shelf.id })]
    const [former, who] = [await aBorrower(), await aBorrower()]
    await scan(outCopy.number, { borrowerId: former.id })
    const found = await scan('soundjata', { borrowerId: who.id })
    expect(found).toMatchObject({
      result: 'choose',
      choices: [
        { code: item.number, book: { id: shelf.id }, free: 1, total: 1 },
        { code: '', book: { id: out.id }, free: 0, total: 1, backOn: expect.any(String) },
      ],
    })
    expect(await scan(found.choices?.[0]?.code ?? '', { borrowerId: who.id })).toMatchObject({ result: 'lent' })
  })

  test('of words that only books without a copy have offers these', async () => {
    const { id } = await aBook({ title: 'Kusadikika peke yake' })
    expect(await scan('kusadikika peke')).toMatchObject({ choices: [{ code: '', book: { id }, total: 0 }] })
  })

  test('of a name and class that nobody has is no number', async () => {
    expect(await scan('Ndiaye 5e A')).toMatchObject({ result: 'unknown' })
    expect((await today()).unknown.map(({ code }) => code)).not.toContain('Ndiaye 5e A')
  })

  test('tells two of one name and class apart by their school numbers', async () => {
    const groupId = (await aGroup({ name: '6e B' })).id
    for (const schoolNumber of ['20251010', '20251012']) await aBorrower({ name: 'Mamadou Sow', groupId, schoolNumber })
    await aBorrower({ name: 'Aminata Sow', groupId })
    const { choices, found } = await scan('sow')
    expect(found).toBe(3)
    expect(choices?.map(({ schoolNumber }) => schoolNumber)).toEqual([undefined, '20251010', '20251012'])
  })
})
