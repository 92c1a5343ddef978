import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import { aCorner, pass, scan } from '#test/self-service.ts'
import { cornerRouter } from './corner.router.server.ts'

useDatabase()
useLending()
afterAll(() => moveClock(0))

const openLoans = (borrowerId: string) => db.$count(loan, and(eq(loan.borrowerId, borrowerId), isNull(loan.returnedAt)))

describe('a corner', () => {
  test('lends and takes back by a card and books, and says the first name alone', async () => {
    const group = await aGroup({ booksAtATime: 3 })
    const who = await aBorrower({ name: 'Fatou Diop', groupId: group.id })
    const book = await aBook({ title: 'Une si longue lettre' })
    const item = await aCopy({ bookId: book.id })
    const device = await aCorner()
    expect(await device.call(cornerRouter.state, undefined)).toMatchObject({ name: 'Entrance', turn: null })
    expect(await scan(device, who.card)).toMatchObject({
      result: 'card',
      state: { turn: { firstName: 'Fatou', have: 0, most: 3, acts: [] } },
    })
    const lent = await scan(device, item.number)
    expect(lent).toMatchObject({
      result: 'lent',
      state: { turn: { have: 1, acts: [{ book: { title: book.title }, dueOn: expect.any(String) }] } },
    })
    expect(await openLoans(who.id)).toBe(1)
    // Scanned again it is given back.
    const returned = await scan(device, item.number)
    expect(returned).toMatchObject({ result: 'returned', state: { turn: { have: 0, acts: [{ dueOn: null }] } } })
    expect(returned.state.turn?.acts).toHaveLength(1)
    expect(await openLoans(who.id)).toBe(0)
    expect(await device.call(cornerRouter.done, undefined)).toMatchObject({ turn: null })
    // Nothing but the first name.
    const said = JSON.stringify([lent, returned])
    for (const secret of ['Diop', who.card, who.id, group.name, group.id]) expect(said).not.toContain(secret)
  })

  test('is seen and taken back at the desk, by its name', async () => {
    const [who, item] = [await aBorrower(), await aCopy()]
    const device = await aCorner({ name: 'Hall' })
    await scan(device, who.card)
    await scan(device, item.number)
    const manager = await as('manager')
    const { acts } = await manager.call(deskRouter.today, {})
    const act = acts.find(({ number }) => number === item.number)
    expect(act).toMatchObject({ kind: 'lent', corner: 'Hall', undo: 'possible', borrower: { id: who.id } })
    await manager.call(deskRouter.undo, { actId: newId(), undoes: act?.actId ?? '' })
    expect(await openLoans(who.id)).toBe(0)
    expect(await device.call(cornerRouter.state, undefined)).toMatchObject({ turn: { have: 0, acts: [] } })
  })

  test('sends to the desk for all that needs a person there, with one sentence, and the desk is told why', async () => {
    const group = await aGroup({ booksAtATime: 1 })
    const cases = [
      ['blocked', await aBorrower({ blockedNote: 'secret' }), await aCopy()],
      ['expired', await aBorrower({ expiresOn: '2020-01-01' }), await aCopy()],
      ['reference', await aBorrower(), await aCopy({ condition: 'reference' })],
      ['withdrawn', await aBorrower(), await aCopy({ condition: 'withdrawn' })],
      ['lost', await aBorrower(), await aCopy({ condition: 'lost' })],
    ] as const
    const device = await aCorner({ name: 'Stairs' })
    const manager = await as('manager')
    for (const [code, who, item] of cases) {
      await scan(device, who.card)
      const answer = await scan(device, item.number)
      expect(answer, code).toMatchObject({ result: 'desk', title: null, state: { turn: { have: 0, acts: [] } } })
      expect(JSON.stringify(answer), code).not.toContain('secret')
      const { notLent } = await manager.call(deskRouter.today, {})
      expect(
        notLent.find(({ number }) => number === item.number),
        code,
      ).toMatchObject({
        corner: 'Stairs',
        borrower: { id: who.id },
        notices: [{ code }],
      })
    }
    // As many as the class may have.
    const who = await aBorrower({ groupId: group.id })
    await scan(device, who.card)
    expect(await scan(device, (await aCopy()).number)).toMatchObject({ result: 'lent' })
    expect(await scan(device, (await aCopy()).number)).toMatchObject({ result: 'desk' })
    expect(await openLoans(who.id)).toBe(1)
    // A lost copy stays lost until the desk has it.
    const lost = cases[4][2]
    const [kept] = await db.select({ condition: copy.condition }).from(copy).where(eq(copy.id, lost.id))
    expect(kept).toEqual({ condition: 'lost' })
  })

  test('does not take back what somebody else has while a card is open', async () => {
    const [who, other, item] = [await aBorrower(), await aBorrower({ name: 'Baraka Otieno' }), await aCopy()]
    const device = await aCorner({ returnsWithoutCard: true })
    await scan(device, other.card)
    await scan(device, item.number)
    await scan(device, who.card)
    const answer = await scan(device, item.number)
    expect(answer).toMatchObject({ result: 'desk', title: null })
    expect(JSON.stringify(answer)).not.toMatch(/Baraka|Otieno/)
    expect(await openLoans(other.id)).toBe(1)
  })

  test('takes copies back without a card only where the library allows it, and says the title alone', async () => {
    const [who, book] = [await aBorrower({ name: 'Neema Juma' }), await aBook({ title: 'Nedjma' })]
    const item = await aCopy({ bookId: book.id })
    const [strict, free] = [await aCorner(), await aCorner({ returnsWithoutCard: true })]
    await scan(strict, who.card)
    await scan(strict, item.number)
    await strict.call(cornerRouter.done, undefined)
    expect(await scan(strict, item.number)).toMatchObject({ result: 'card_first', title: null, state: { turn: null } })
    expect(await openLoans(who.id)).toBe(1)
    const back = await scan(free, item.number)
    expect(back).toMatchObject({ result: 'returned', title: 'Nedjma', isForDesk: false, state: { turn: null } })
    expect(JSON.stringify(back)).not.toMatch(/Neema|Juma/)
    expect(await openLoans(who.id)).toBe(0)
    // One that is on the shelf waits for a card in both.
    for (const device of [strict, free]) expect(await scan(device, item.number)).toMatchObject({ result: 'card_first' })
  })

  test('hands what somebody waits for to the desk', async () => {
    const [who, waiting, item] = [await aBorrower(), await aBorrower({ name: 'Ama Mensah' }), await aCopy()]
    const device = await aCorner()
    await scan(device, who.card)
    await scan(device, item.number)
    await db.insert(hold).values({ bookId: item.bookId, borrowerId: waiting.id, placedAt: now() })
    const back = await scan(device, item.number)
    expect(back).toMatchObject({ result: 'returned', isForDesk: true })
    expect(JSON.stringify(back)).not.toMatch(/Ama|Mensah/)
  })

  test('knows whole numbers alone: no name, no ISBN, no number of a school', async () => {
    const who = await aBorrower({ name: 'Zainabu Kweli', schoolNumber: `S-${newId().slice(0, 8)}` })
    const book = await aBook({ isbn: ['9782020289276'] })
    await aCopy({ bookId: book.id })
    const device = await aCorner()
    for (const code of ['Zainabu', 'Zainabu Kweli', who.schoolNumber, '9782020289276', who.card.slice(0, -1)])
      expect(await scan(device, code), code).toMatchObject({ result: 'desk', state: { turn: null } })
  })

  test('counts a copy that lies under its scanner once', async () => {
    const [who, item] = [await aBorrower(), await aCopy()]
    const device = await aCorner()
    await scan(device, who.card)
    await scan(device, item.number)
    const again = await device.call(cornerRouter.scan, { actId: newId(), code: item.number })
    expect(again).toMatchObject({ result: 'repeated', state: { turn: { have: 1 } } })
    expect(await openLoans(who.id)).toBe(1)
  })
})

describe('a turn', () => {
  test('goes on with each scan, and is over in second 21', async () => {
    const [who, first, second] = [await aBorrower(), await aCopy(), await aCopy()]
    const device = await aCorner()
    await scan(device, who.card)
    pass(15_000)
    // Four seconds before the scan: it comes in the last one.
    expect(await scan(device, first.number)).toMatchObject({ result: 'lent', state: { turn: { have: 1 } } })
    pass(19_000)
    expect(await device.call(cornerRouter.state, undefined)).toMatchObject({ turn: { left: expect.any(Number) } })
    pass(2000)
    expect(await scan(device, second.number)).toMatchObject({ result: 'card_first', state: { turn: null } })
    expect(await openLoans(who.id)).toBe(1)
    // The next turn knows nothing of it.
    const next = await aBorrower()
    expect(await scan(device, next.card)).toMatchObject({ state: { turn: { acts: [], have: 0 } } })
  })

  test('is over when the clock is set back', async () => {
    const [who, item] = [await aBorrower(), await aCopy()]
    const device = await aCorner()
    await scan(device, who.card)
    pass(-3_600_000)
    expect(await scan(device, item.number)).toMatchObject({ result: 'card_first', state: { turn: null } })
    pass(3_600_000)
    expect(await device.call(cornerRouter.state, undefined)).toMatchObject({ turn: null })
  })

  test('is still there after a reload, as far as it was', async () => {
    const [who, item] = [await aBorrower({ name: 'Ali Said' }), await aCopy()]
    const device = await aCorner()
    await scan(device, who.card)
    await scan(device, item.number)
    pass(5000)
    const state = await device.call(cornerRouter.state, undefined)
    expect(state).toMatchObject({ turn: { firstName: 'Ali', have: 1, acts: [{ book: { id: item.bookId } }] } })
    expect(state.turn?.left).toBeLessThanOrEqual(15_000)
  })

  test('ends with its borrower', async () => {
    const [who, item] = [await aBorrower(), await aCopy()]
    const device = await aCorner()
    await scan(device, who.card)
    await db.delete(borrower).where(eq(borrower.id, who.id))
    expect(await device.call(cornerRouter.state, undefined)).toMatchObject({ turn: null })
    expect(await scan(device, item.number)).toMatchObject({ result: 'card_first' })
  })
})

describe('while the library does not lend', () => {
  beforeEach(() => storeLibrarySettings({ lending: true }))

  test('there is no corner, and none comes back with lending', async () => {
    const device = await aCorner()
    await storeLibrarySettings({ lending: false })
    await expect(device.call(cornerRouter.state, undefined)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await storeLibrarySettings({ lending: true })
    await expect(device.call(cornerRouter.state, undefined)).rejects.toMatchObject({ code: 'CORNER_CLOSED' })
  })
})
