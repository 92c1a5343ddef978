import { and, eq, isNull } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { closedDay, hold, loan } from '#base/db/tables/loan.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { libraryDay } from '#base/env/library-day.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup, useLending } from '#test/lending.ts'
import type { ScanInput } from './desk.schema.ts'
import { deskRouter } from './desk.router.server.ts'

useDatabase()
useLending()

let desk: SignedInCaller
let moved = 0
beforeAll(async () => {
  desk = await as('manager')
})
afterEach(() => {
  moved = 0
  moveClock(0)
})

/** Time passes, so that the same number is meant again. */
const wait = (milliseconds = 10_000) => {
  moved += milliseconds
  moveClock(moved)
}
const scan = (code: string, more: Partial<ScanInput> = {}, by = desk) =>
  by.call(deskRouter.scan, { actId: newId(), code, ...more })
const openLoans = (copyId: string) => db.$count(loan, and(eq(loan.copyId, copyId), isNull(loan.returnedAt)))
const codesOf = (answer: { notices: { code: string }[] }) => answer.notices.map(({ code }) => code)
const DAY = 86_400_000
const dayIn = (days: number) => libraryDay(new Date(now().getTime() + days * DAY))

describe('with no borrower open', () => {
  test('a card, or a name that one has, opens the borrower', async () => {
    const group = await aGroup({ name: '6B' })
    const who = await aBorrower({ name: 'Baraka Otieno', groupId: group.id })
    const shown = { id: who.id, name: 'Baraka Otieno', card: who.card, group: '6B', loans: [], blockedNote: null }
    expect(await scan(who.card)).toMatchObject({ result: 'borrower', borrower: shown, notices: [] })
    expect(await scan('otie')).toMatchObject({ result: 'borrower', borrower: shown })
    await aBorrower({ name: 'Zawadi Otieno' })
    const several = await scan('OTIENO')
    expect(several.result).toBe('choose')
    expect(several.choices?.map(({ person }) => person?.name)).toEqual(['Baraka Otieno', 'Zawadi Otieno'])
    expect(await scan(several.choices?.[1]?.code ?? '')).toMatchObject({ borrower: { name: 'Zawadi Otieno' } })
  })

  test('a copy on the shelf shows its book and waits for a card', async () => {
    const { id, number, bookId } = await aCopy()
    const answer = await scan(number)
    expect(answer).toMatchObject({ result: 'waiting', book: { id: bookId }, copy: { id, number }, notices: [] })
    expect(answer.borrower).toBeUndefined()
  })

  test('a copy on loan returns, says from whom and how late', async () => {
    const item = await aCopy()
    const who = await aBorrower()
    await scan(item.number, { borrowerId: who.id })
    wait(20 * DAY)
    const answer = await scan(item.number)
    expect(answer).toMatchObject({
      result: 'returned',
      returnedFrom: { id: who.id },
      loan: { daysLate: 6 },
      notices: [{ code: 'late', count: 6 }],
    })
    expect(await openLoans(item.id)).toBe(0)
  })

  test('an ISBN stands for the only copy, offers several, and says where there is none', async () => {
    const one = await aBook({ isbn: ['9782020289276'] })
    expect(await scan('978-2-02-028927-6')).toMatchObject({
      result: 'unknown',
      book: { id: one.id },
      notices: [{ code: 'no_copy' }],
    })
    const first = await aCopy({ bookId: one.id })
    expect(await scan('2-02-028927-X')).toMatchObject({ result: 'waiting', copy: { id: first.id } })
    const second = await aCopy({ bookId: one.id })
    const choices = (await scan('9782020289276')).choices?.map(({ code }) => code)
    expect(choices).toEqual([first.number, second.number])
  })

  // The digits of keys of a French layout.
  const READ = new Map([['&àéç"', '10293']])
  test.each(['10999999', 'XY-1', '&àéç"', '9780000000002', '1', '\u001B\t', '1000388210003882', '-'])(
    '%j is unknown, and kept in the list of the day',
    async (code) => {
      expect(await scan(code)).toMatchObject({ result: 'unknown', notices: [] })
      const { unknown } = await desk.call(deskRouter.today, {})
      const kept = unknown.find((one) => one.code === (READ.get(code) ?? code))
      expect(kept).toBeDefined()
      await desk.call(deskRouter.leave, { actId: kept?.actId ?? '' })
      const { unknown: left } = await desk.call(deskRouter.today, {})
      expect(left.map(({ actId }) => actId)).not.toContain(kept?.actId)
    },
  )

  test.each(['Zawadi Baraka', 'زوادي', 'Éa'])('the name %j, which no borrower has, is not kept', async (name) => {
    expect(await scan(name)).toMatchObject({ result: 'unknown', notices: [] })
    const { unknown } = await desk.call(deskRouter.today, {})
    expect(unknown.map(({ code }) => code)).not.toContain(name)
  })
})

describe('with a borrower open', () => {
  test('a copy on the shelf is lent for the days of the group, but not until a closed day', async () => {
    const group = await aGroup({ loanDays: 7 })
    const who = await aBorrower({ groupId: group.id })
    await db.insert(closedDay).values([{ date: dayIn(7) }, { date: dayIn(8) }])
    const item = await aCopy()
    const answer = await scan(item.number, { borrowerId: who.id })
    expect(answer).toMatchObject({
      result: 'lent',
      loan: { dueOn: dayIn(9), daysLate: 0 },
      borrower: { loans: [{ copy: { id: item.id }, dueOn: dayIn(9) }] },
      notices: [],
    })
    await db.delete(closedDay)
  })

  test('another card opens that one instead', async () => {
    const [one, other] = [await aBorrower(), await aBorrower()]
    expect(await scan(other.card, { borrowerId: one.id })).toMatchObject({
      result: 'borrower',
      borrower: { id: other.id },
    })
  })

  test('a copy that they have returns', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    await scan(item.number, { borrowerId: who.id })
    wait()
    expect(await scan(item.number, { borrowerId: who.id })).toMatchObject({
      result: 'returned',
      returnedFrom: { id: who.id },
      borrower: { id: who.id, loans: [] },
    })
  })

  test('a copy that somebody else has returns and is lent: one act, one undo', async () => {
    const [item, one, other] = [await aCopy(), await aBorrower(), await aBorrower()]
    await scan(item.number, { borrowerId: one.id })
    wait()
    const answer = await scan(item.number, { borrowerId: other.id })
    expect(answer).toMatchObject({
      result: 'returned_and_lent',
      returnedFrom: { id: one.id },
      borrower: { id: other.id, loans: [{ copy: { id: item.id } }] },
    })
    await desk.call(deskRouter.undo, { actId: newId(), undoes: answer.actId })
    const [open] = await db
      .select()
      .from(loan)
      .where(and(eq(loan.copyId, item.id), isNull(loan.returnedAt)))
    expect(open?.borrowerId).toBe(one.id)
  })

  test('return only lends nothing', async () => {
    const [item, who, other] = [await aCopy(), await aBorrower(), await aBorrower()]
    const mode = 'return'
    expect(await scan(item.number, { borrowerId: who.id, mode })).toMatchObject({
      result: 'returned',
      notices: [{ code: 'no_loan' }],
    })
    await scan(item.number, { borrowerId: who.id })
    wait()
    expect(await scan(item.number, { borrowerId: other.id, mode })).toMatchObject({ result: 'returned' })
    expect(await openLoans(item.id)).toBe(0)
  })

  test('the same number within three seconds is nothing, and meant after them, also where the clock was set back', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    const borrowerId = who.id
    expect((await scan(item.number, { borrowerId })).result).toBe('lent')
    expect((await scan(item.number, { borrowerId })).result).toBe('repeated')
    expect(await openLoans(item.id)).toBe(1)
    wait(-3_600_000)
    expect((await scan(item.number, { borrowerId })).result).toBe('returned')
  })

  test('digits of other scripts and of a French keyboard layout are read', async () => {
    const who = await aBorrower()
    const arabic = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    const french = (text: string) => text.replace(/\d/g, (digit) => 'à&é"\'(-è_ç'.charAt(Number(digit)))
    const written = [arabic(who.card), french(who.card), ` ${who.card}\t\u001B`, who.card.replace(/^(\d)/, '$1 ')]
    for (const code of written) expect((await scan(code)).borrower?.id).toBe(who.id)
  })
})

describe('what is in the way is said, and goes on where it may', () => {
  test('as many books as the group may have', async () => {
    const who = await aBorrower({ groupId: (await aGroup({ booksAtATime: 1 })).id })
    await scan((await aCopy()).number, { borrowerId: who.id })
    const item = await aCopy()
    const refused = await scan(item.number, { borrowerId: who.id })
    expect(refused).toMatchObject({ result: 'refused', notices: [{ code: 'limit', canGoOn: true, count: 1 }] })
    expect(await openLoans(item.id)).toBe(0)
    expect(await scan(item.number, { borrowerId: who.id, accepted: ['overdue'] })).toMatchObject({ result: 'refused' })
    expect(await scan(item.number, { borrowerId: who.id, accepted: ['limit'] })).toMatchObject({ result: 'lent' })
  })

  test('a book that is late, and a card that has expired', async () => {
    const who = await aBorrower({ expiresOn: dayIn(15) })
    await scan((await aCopy()).number, { borrowerId: who.id })
    wait(20 * DAY)
    const item = await aCopy()
    const refused = await scan(item.number, { borrowerId: who.id })
    expect(codesOf(refused)).toEqual(['expired', 'overdue'])
    const accepted: ScanInput['accepted'] = ['expired', 'overdue']
    expect(await scan(item.number, { borrowerId: who.id, accepted })).toMatchObject({ result: 'lent' })
  })

  test('a borrower who is blocked: there is no way on', async () => {
    const who = await aBorrower({ blockedNote: 'Lost two' })
    const item = await aCopy()
    const accepted: ScanInput['accepted'] = ['blocked']
    expect(await scan(item.number, { borrowerId: who.id, accepted })).toMatchObject({
      result: 'refused',
      notices: [{ code: 'blocked', canGoOn: false, note: 'Lost two' }],
    })
  })

  test.each([
    ['withdrawn', false],
    ['reference', true],
  ] as const)('a copy that is %s', async (condition, canGoOn) => {
    const [item, who] = [await aCopy({ condition }), await aBorrower()]
    expect(await scan(item.number, { borrowerId: who.id })).toMatchObject({
      result: 'refused',
      notices: [{ code: condition, canGoOn }],
    })
    const accepted = await scan(item.number, { borrowerId: who.id, accepted: [condition] })
    expect(accepted.result).toBe(canGoOn ? 'lent' : 'refused')
  })

  test('a copy that was marked lost is found', async () => {
    const [item, who] = [await aCopy({ condition: 'lost' }), await aBorrower()]
    const answer = await scan(item.number, { borrowerId: who.id })
    expect(answer).toMatchObject({ result: 'lent', copy: { condition: 'ok' }, notices: [{ code: 'found' }] })
    await desk.call(deskRouter.undo, { actId: newId(), undoes: answer.actId })
    expect(await db.select().from(copy).where(eq(copy.id, item.id))).toMatchObject([{ condition: 'lost' }])
  })

  test('a copy that is put aside for somebody else', async () => {
    const [item, one, other] = [await aCopy(), await aBorrower(), await aBorrower()]
    await db.insert(hold).values({ bookId: item.bookId, borrowerId: one.id, placedAt: now() })
    const back = await scan(item.number, { mode: 'return' })
    expect(back.notices).toMatchObject([{ code: 'no_loan' }, { code: 'put_aside', person: { id: one.id } }])
    wait()
    const refused = await scan(item.number, { borrowerId: other.id })
    expect(refused).toMatchObject({ result: 'refused', notices: [{ code: 'held', person: { id: one.id } }] })
    expect((await scan(one.card)).borrower?.ready).toMatchObject([{ copy: { id: item.id } }])
    const lent = await scan(item.number, { borrowerId: one.id })
    expect(lent).toMatchObject({ result: 'lent', notices: [{ code: 'hold_fulfilled' }], borrower: { ready: [] } })
    expect(await db.$count(hold, eq(hold.bookId, item.bookId))).toBe(0)
    await desk.call(deskRouter.undo, { actId: newId(), undoes: lent.actId })
    expect(await db.$count(hold, eq(hold.bookId, item.bookId))).toBe(1)
  })

  test('a return whose lending is refused is a return all the same', async () => {
    const [item, one, other] = [await aCopy(), await aBorrower(), await aBorrower({ blockedNote: 'No' })]
    await scan(item.number, { borrowerId: one.id })
    wait()
    const answer = await scan(item.number, { borrowerId: other.id })
    expect(answer).toMatchObject({ result: 'returned', notices: [{ code: 'blocked' }] })
    expect(await openLoans(item.id)).toBe(0)
  })
})

describe('bad luck', () => {
  test('ten times the same act is one, with one answer; another act with its id is refused', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    const input = { actId: newId(), code: item.number, borrowerId: who.id }
    const answers = await Promise.all(Array.from({ length: 10 }, () => desk.call(deskRouter.scan, input)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.result).toBe('lent')
    expect(await db.$count(loan, eq(loan.copyId, item.id))).toBe(1)
    const other = { code: 'IDEMPOTENCY_KEY_REUSED' }
    await expect(desk.call(deskRouter.scan, { ...input, code: 'else' })).rejects.toMatchObject(other)
    // Whoever goes on with the queue of a device.
    expect(await (await as('manager')).call(deskRouter.scan, input)).toEqual(answers[0])
  })

  test('of twenty desks that lend one copy at once, exactly one does', async () => {
    const item = await aCopy()
    const desks = await Promise.all(Array.from({ length: 20 }, () => as('manager')))
    const people = await Promise.all(desks.map(() => aBorrower()))
    const answers = await Promise.all(
      desks.map((one, at) => scan(item.number, { borrowerId: people[at]?.id ?? '' }, one)),
    )
    expect(answers.filter(({ result }) => result === 'lent')).toHaveLength(1)
    expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(['lent', 'refused']))
    expect(await db.$count(loan, eq(loan.copyId, item.id))).toBe(1)
  })

  test('two scans at once do not pass the limit', async () => {
    const who = await aBorrower({ groupId: (await aGroup({ booksAtATime: 1 })).id })
    const items = await Promise.all([aCopy(), aCopy(), aCopy()])
    const answers = await Promise.all(items.map(({ number }) => scan(number, { borrowerId: who.id })))
    expect(answers.filter(({ result }) => result === 'lent')).toHaveLength(1)
  })

  test('a borrower who was erased meanwhile gets nothing, and a return is one', async () => {
    const [item, one, gone] = [await aCopy(), await aBorrower(), await aBorrower()]
    await scan(item.number, { borrowerId: one.id })
    await db.delete(borrower).where(eq(borrower.id, gone.id))
    wait()
    const back = await scan(item.number, { borrowerId: gone.id })
    expect([back.result, back.borrower]).toEqual(['returned', undefined])
    wait()
    expect((await scan(item.number, { borrowerId: gone.id })).result).toBe('waiting')
    expect((await scan(gone.card)).result).toBe('unknown')
  })

  test('the copy of a deleted book is unknown', async () => {
    const item = await aCopy()
    await desk.call(bookEditRouter.remove, { id: item.bookId, version: 1 })
    expect((await scan(item.number)).result).toBe('unknown')
  })

  test('the database refuses a second open loan, and a number that is both a card and a copy', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    await scan(item.number, { borrowerId: who.id })
    const second = { copyId: item.id, borrowerId: who.id, lentAt: now(), dueOn: dayIn(1), actId: newId() }
    await expect(db.insert(loan).values(second)).rejects.toMatchObject({
      cause: { constraint: 'loan_open_copy_unique' },
    })
    const taken = { cause: { constraint: 'lending_number_pkey' } }
    await expect(aBorrower({ card: item.number })).rejects.toMatchObject(taken)
    await aBorrower({ card: 'ab-12' })
    await expect(aCopy({ number: 'AB-12' })).rejects.toMatchObject(taken)
  })

  test('nobody but who may lend uses the desk, and nobody while the library does not lend', async () => {
    const input = { actId: newId(), code: '1' }
    await expect((await as('reader')).call(deskRouter.scan, input)).rejects.toMatchObject({ status: 403 })
    const response = await desk.request('/api/v1/desk/scan', { body: { ...input, actId: newId() } })
    expect([response.status, await response.json()]).toMatchObject([200, { result: 'unknown', notices: [] }])
    const bad = await desk.request('/api/v1/desk/scan', { body: { actId: 'x', code: '' } })
    expect(bad.status).toBe(400)
    await storeLibrarySettings({ lending: false })
    for (const caller of [desk, await as('reader'), await as('stranger')])
      expect((await caller.request('/api/v1/desk/scan', { body: input })).status).toBe(404)
    await expect(desk.call(deskRouter.scan, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await storeLibrarySettings({ lending: true })
  })
})
