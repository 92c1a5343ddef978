import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { copyRouter } from '#lending/copy/copy.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, signedIn, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'
import { aBorrower, aCopy, aGroup } from '#test/lending.ts'
import { committedDocument, operationsOf } from '#test/openapi.ts'
import { deskRouter } from './desk.router.server.ts'
import type { ScanInput } from './desk.schema.ts'

useDatabase()

let manager: SignedInCaller
let helper: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
  helper = await as('helper', { name: 'Neema' })
})
beforeEach(() => storeLibrarySettings({ lending: true }))
let moved = 0
afterAll(() => moveClock(0))

/** Two acts are no stutter of a scanner. */
const wait = () => moveClock((moved += 10_000))

const scan = (by: Caller, code: string, more: Partial<ScanInput> = {}) => {
  wait()
  return by.call(deskRouter.scan, { actId: newId(), code, ...more })
}

describe('a helper at the desk', () => {
  test('lends, renews, returns and takes back, and sees what the day brought', async () => {
    const [item, who] = [await aCopy(), await aBorrower()]
    const lent = await scan(helper, item.number, { borrowerId: who.id })
    expect(lent).toMatchObject({ result: 'lent', borrower: { name: who.name, loans: [{ copy: { id: item.id } }] } })
    const renewed = await helper.call(deskRouter.renew, { actId: newId(), borrowerId: who.id })
    // It would not be due later.
    expect(renewed).toMatchObject({ renewed: [], unchanged: [{ loanId: lent.loan?.id }], borrower: { id: who.id } })
    const returned = await scan(helper, item.number)
    expect(returned).toMatchObject({ result: 'returned', returnedFrom: { id: who.id } })
    await helper.call(deskRouter.undo, { actId: newId(), undoes: returned.actId })
    const day = await helper.call(deskRouter.today, {})
    expect(day.acts.find(({ actId }) => actId === returned.actId)).toMatchObject({ isUndone: true })
  })

  test('is told nothing that librarians have written about borrowers, by whichever answer', async () => {
    const group = await aGroup({ renewals: 0 })
    const who = await aBorrower({
      name: 'Baraka Otieno',
      groupId: group.id,
      note: 'secret note',
      blockedNote: 'secret reason',
      email: 'secret@example.org',
      schoolNumber: 'secret-1',
    })
    const [first, second, third] = [await aCopy(), await aCopy(), await aCopy()]
    const other = await aBorrower({ note: 'secret too' })
    await scan(manager, third.number, { borrowerId: other.id })
    const past = await aCopy()
    for (const borrowerId of [other.id, undefined])
      await scan(manager, past.number, borrowerId === undefined ? {} : { borrowerId })

    const opened = await scan(helper, 'baraka')
    expect(opened).toMatchObject({ result: 'borrower', borrower: { id: who.id, note: '', blockedNote: '' } })
    const refused = await scan(helper, first.number, { borrowerId: who.id })
    expect(refused).toMatchObject({ result: 'refused', notices: [{ code: 'blocked', canGoOn: false, note: null }] })
    // Brought by another one, and not lent on.
    const back = await scan(helper, third.number, { borrowerId: who.id })
    expect(back).toMatchObject({ result: 'returned', notices: [{ code: 'blocked', note: null }] })
    const lent = await scan(helper, second.number, { borrowerId: other.id })
    const answers = [
      opened,
      refused,
      back,
      lent,
      // Sent again, it is read from what was kept.
      await helper.call(deskRouter.scan, { actId: opened.actId, code: 'baraka' }),
      await helper.call(deskRouter.renew, { actId: newId(), borrowerId: who.id }),
      await helper.call(deskRouter.renew, { actId: newId(), borrowerId: other.id }),
      await helper.call(deskRouter.undo, { actId: newId(), undoes: lent.actId, borrowerId: who.id }),
      await helper.call(deskRouter.today, { limit: 1000 }),
    ]
    expect(JSON.stringify(answers)).not.toContain('secret')
    // Of the open borrower there are the open loans alone.
    expect(JSON.stringify(answers.slice(0, -1))).not.toContain(past.id)
    // A manager is told.
    const told = [await scan(manager, who.card), await manager.call(deskRouter.today, { limit: 1000 })]
    expect(told).toMatchObject([{ borrower: { note: 'secret note', blockedNote: 'secret reason' } }, {}])
    expect(JSON.stringify(told[1])).toContain('secret reason')
  })

  test('who sends an act again that a manager has begun is answered without notes, as a scan is', async () => {
    const who = await aBorrower({ note: 'secret' })
    const { actId } = await scan(manager, who.card)
    const again = await helper.call(deskRouter.scan, { actId, code: who.card })
    expect(again).toMatchObject({ result: 'borrower', borrower: { id: who.id, note: '' } })
    const other = helper.call(deskRouter.scan, { actId, code: 'else' })
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('cannot take changes of managers back by the activity', async () => {
    const item = await aCopy()
    const { version } = await manager.call(copyRouter.get, { id: item.id })
    await manager.call(copyRouter.update, { id: item.id, version, note: 'New' })
    const entry = await manager.call(undoRouter.lastEntry, { kind: 'copy', id: item.id })
    expect(entry).toMatchObject({ id: expect.any(String) })
    const undone = helper.call(undoRouter.undo, { id: String(entry?.id) })
    await expect(undone).rejects.toMatchObject({ code: 'ACTION_NOT_ALLOWED' })
  })

  test('is answered as a reader by every path of the API but the desk', async () => {
    const reader = await as('reader')
    const [item, who, book] = [await aCopy(), await aBorrower(), await aBook()]
    const ids: Record<string, string> = { books: book.id, copies: item.id, borrowers: who.id, users: helper.user.id }
    const answers: [string, number, number][] = []
    for (const { name, method, path } of operationsOf(committedDocument())) {
      if (/^.api.auth.(?!admin)/.test(path)) continue
      const id = ids[path.split('/')[3] ?? ''] ?? newId()
      const at = path.replaceAll(/\{\w+\}/g, id)
      const ask = async (by: Caller) => (await by.request(at, { method })).status
      answers.push([name, await ask(reader), await ask(helper)])
    }
    expect(answers.length).toBeGreaterThan(40)
    expect(answers.filter(([, one, other]) => one !== other)).toEqual([['scanAtDesk', 403, 400]])
    const body = { actId: newId(), code: who.card }
    const scanned = await helper.request('/api/v1/desk/scan', { method: 'POST', body })
    expect([scanned.status, await scanned.json()]).toMatchObject([200, { result: 'borrower' }])
  })

  test('has no key of the API', async () => {
    const made = await helper.request('/api/v1/api-keys', { method: 'POST', body: {} })
    expect(made.status).toBe(404)
    expect(await helper.call(meRouter.me, undefined)).toMatchObject({ role: 'desk' })
  })
})

describe('while the library does not lend, a helper', () => {
  beforeEach(() => storeLibrarySettings({ lending: false }))

  test.each([
    ['desk', 'user'],
    ['desk,user', 'user'],
    ['admin,desk', 'admin,user'],
    ['desk,guest', 'user,guest'],
  ])('of the roles %s has those of %s', async (role, counted) => {
    const one = await as('reader', { role })
    expect(await one.call(meRouter.me, undefined)).toMatchObject({ role: counted })
    const session = await one.request('/api/auth/get-session')
    expect(await session.json()).toMatchObject({ user: { role: counted } })
    await expect(one.call(deskRouter.today, {})).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await storeLibrarySettings({ lending: true })
    expect(await one.call(meRouter.me, undefined)).toMatchObject({ role })
  })

  test('cannot be made, and why not is said', async () => {
    const { id, version } = await aUser()
    const body = { email: 'new@example.org', role: 'desk' }
    for (const answer of [
      await manager.request('/api/v1/users', { method: 'POST', body }),
      await manager.request(`/api/v1/users/${id}`, { method: 'PATCH', body: { version, role: ['desk', 'user'] } }),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { data: { fields: { role: 'role_needs_lending' } } },
      ])
    expect(await db.$count(user, eq(user.email, body.email))).toBe(0)
  })

  test('stays one while other things of the user are changed, and can cease to be', async () => {
    const { id } = await aUser({ role: 'desk' })
    const change = async (fields: object) => {
      const { version } = await manager.call(userRouter.get, { id })
      return manager.call(userRouter.update, { id, version, ...fields })
    }
    expect(await change({ name: 'Amani', role: 'desk' })).toMatchObject({ name: 'Amani', role: 'desk' })
    expect(await change({ role: 'user' })).toMatchObject({ role: 'user' })
    // An undo is a change of roles as any other.
    const entry = await manager.call(undoRouter.lastEntry, { kind: 'user', id })
    const undone = manager.call(undoRouter.undo, { id: String(entry?.id) })
    await expect(undone).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

test('A role that is given or taken counts at the next request', async () => {
  const person = await aUser()
  const one = await signedIn(person)
  await expect(one.call(deskRouter.today, {})).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
  const { version } = await manager.call(userRouter.get, { id: person.id })
  const given = await manager.call(userRouter.update, { id: person.id, version, role: 'desk' })
  expect(await one.call(deskRouter.today, {})).toMatchObject({ lent: expect.any(Number) })
  await manager.call(userRouter.update, { id: person.id, version: given.version, role: 'user' })
  await expect(one.call(deskRouter.today, {})).rejects.toMatchObject({ code: 'RESOURCE_NOT_ALLOWED' })
})
