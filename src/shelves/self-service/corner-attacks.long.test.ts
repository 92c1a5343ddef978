import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { deskAct, loan } from '#base/db/tables/loan.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { selfServiceCorner } from '#base/db/tables/self-service-corner.ts'
import { session, user } from '#base/db/tables/user.ts'
import { sessionCookieName } from '#base/auth/session/session.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { newId } from '#base/lib/id.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { borrowerRouter } from '#lending/borrower/borrower.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { as, Caller, inRequest, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { cornerCookieName, giveKey } from './corner-key.server.ts'
import { aCorner, pass, scan, withKeyOf } from '#test/self-service.ts'
import { cornerRouter } from './corner.router.server.ts'

useDatabase()
useLending()
afterAll(() => moveClock(0))

const CLOSED = { code: 'CORNER_CLOSED', status: 403 }
const state = (caller: Caller) => caller.call(cornerRouter.state, undefined)
const openLoans = (borrowerId: string) => db.$count(loan, and(eq(loan.borrowerId, borrowerId), isNull(loan.returnedAt)))
const idOf = async (device: SignedInCaller) => {
  const [row] = await db
    .select({ id: selfServiceCorner.id })
    .from(selfServiceCorner)
    .where(eq(selfServiceCorner.openedBy, device.user.id))
  return row?.id ?? ''
}

describe('who opens a corner', () => {
  test('is signed out there in the same answer, and the key is in no table', async () => {
    const device = await as('helper')
    await device.call(cornerRouter.open, { name: 'Entrance', returnsWithoutCard: false })
    expect(device.cookies.has(sessionCookieName())).toBe(false)
    expect(await db.$count(session, eq(session.userId, device.user.id))).toBe(0)
    const key = device.cookies.get(cornerCookieName()) ?? ''
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    const [row] = await db.select().from(selfServiceCorner).where(eq(selfServiceCorner.openedBy, device.user.id))
    expect(row?.keyHash.equals(createHash('sha256').update(key).digest())).toBe(true)
    expect(JSON.stringify(row)).not.toContain(key)
  })

  test('must be allowed to lend', async () => {
    const input = { name: 'Entrance', returnsWithoutCard: true }
    await expect((await as('reader')).call(cornerRouter.open, input)).rejects.toMatchObject({ status: 403 })
    await expect((await as('stranger')).call(cornerRouter.open, input)).rejects.toMatchObject({ status: 401 })
    await expect((await as('helper')).call(cornerRouter.open, { ...input, name: ' ' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
  })

  test('ends the corner that the device was before', async () => {
    const device = await aCorner()
    const before = withKeyOf(device)
    const other = await as('helper')
    other.cookies.set(cornerCookieName(), device.cookies.get(cornerCookieName()) ?? '')
    await aCorner({ by: other })
    await expect(state(before)).rejects.toMatchObject(CLOSED)
    expect(await state(other)).toMatchObject({ name: 'Entrance' })
  })
})

test('the cookie of the key is for no script and no other site', () => {
  const given = inRequest(() => {
    giveKey('x')
    return requestContext().cookies
  })
  expect(given).toEqual([expect.stringMatching(/^maktaba-corner=x; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)])
})

describe('a key', () => {
  test('that is forged, cut, empty or of another shape opens nothing', async () => {
    const device = await aCorner()
    const own = device.cookies.get(cornerCookieName()) ?? ''
    const forged = [
      '',
      'x',
      own.slice(0, -1),
      `${own}x`,
      own.toUpperCase(),
      randomBytes(32).toString('base64url'),
      createHash('sha256').update(own).digest('base64url'),
      "' or 1=1 --",
      '%00',
    ]
    for (const key of forged) {
      const thief = new Caller()
      thief.cookies.set(cornerCookieName(), key)
      await expect(state(thief), key).rejects.toMatchObject(CLOSED)
      await expect(scan(thief, '10000007'), key).rejects.toMatchObject(CLOSED)
    }
  })

  test('is needed: without it every procedure of a corner is refused', async () => {
    for (const caller of [await as('stranger'), await as('reader'), await as('helper'), await as('manager')]) {
      await expect(state(caller)).rejects.toMatchObject(CLOSED)
      await expect(caller.call(cornerRouter.done, undefined)).rejects.toMatchObject(CLOSED)
      await expect(scan(caller, '10000007')).rejects.toMatchObject(CLOSED)
    }
  })

  test('of another does nothing beside a session', async () => {
    const device = await aCorner()
    for (const thief of [await as('helper'), await as('manager'), await as('reader')]) {
      thief.cookies.set(cornerCookieName(), device.cookies.get(cornerCookieName()) ?? '')
      await expect(state(thief)).rejects.toMatchObject(CLOSED)
      await expect(scan(thief, '10000007')).rejects.toMatchObject(CLOSED)
    }
    // And it has ended nothing.
    expect(await state(device)).toMatchObject({ turn: null })
  })

  test('that was stolen does what the device does and no more, until the corner is ended', async () => {
    const [device, item] = [await aCorner(), await aCopy()]
    const thief = withKeyOf(device)
    expect(await scan(thief, item.number)).toMatchObject({ result: 'card_first' })
    const helper = await as('helper')
    await helper.call(cornerRouter.end, { id: await idOf(device) })
    for (const caller of [thief, device]) await expect(state(caller)).rejects.toMatchObject(CLOSED)
    await expect(helper.call(cornerRouter.end, { id: await idOf(device) })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(helper.call(cornerRouter.unlock, { id: await idOf(device) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('opens nothing else: no page data of managers, no REST, no desk', async () => {
    const device = await aCorner()
    const who = await aBorrower()
    for (const path of ['/api/v1/me', '/api/v1/borrowers', '/api/v1/copies', '/api/v1/loans', '/api/v1/books'])
      expect((await device.request(path)).status, path).toBe(401)
    const body = JSON.stringify({ actId: newId(), code: who.card })
    const headers = { 'content-type': 'application/json' }
    expect((await device.request('/api/v1/desk/scan', { method: 'POST', body, headers })).status).toBe(401)
    const unauthorized = { code: 'UNAUTHORIZED' }
    await expect(device.call(deskRouter.today, {})).rejects.toMatchObject(unauthorized)
    await expect(device.call(deskRouter.scan, { actId: newId(), code: who.card })).rejects.toMatchObject(unauthorized)
    await expect(device.call(borrowerRouter.get, { id: who.id })).rejects.toMatchObject(unauthorized)
    await expect(device.call(cornerRouter.list, undefined)).rejects.toMatchObject(unauthorized)
    await expect(device.call(cornerRouter.open, { name: 'x', returnsWithoutCard: true })).rejects.toMatchObject(
      unauthorized,
    )
  })
})

describe('a corner ends for good', () => {
  const ends: Record<string, (device: SignedInCaller) => Promise<unknown>> = {
    'with a ban of who opened it': async ({ user: { id } }) => {
      await db.update(user).set({ banned: true }).where(eq(user.id, id))
      await db.update(user).set({ banned: false }).where(eq(user.id, id))
    },
    'when they may lend no more': async ({ user: { id } }) => {
      await db.update(user).set({ role: 'user' }).where(eq(user.id, id))
      await db.update(user).set({ role: 'desk' }).where(eq(user.id, id))
    },
    'with their account': async ({ user: { id } }) => {
      const manager = await as('manager')
      await manager.call(userRouter.remove, { id, forGood: false })
    },
  }
  test.each(Object.keys(ends))('%s', async (name) => {
    const device = await aCorner()
    expect(await state(device)).toMatchObject({ turn: null })
    await ends[name]?.(device)
    await expect(state(device)).rejects.toMatchObject(CLOSED)
  })

  test('but not when they may do more', async () => {
    const device = await aCorner()
    await db.update(user).set({ role: 'admin' }).where(eq(user.id, device.user.id))
    expect(await state(device)).toMatchObject({ turn: null })
  })
})

describe('guessed cards', () => {
  test('lock the corner after five, whatever copies are scanned between', async () => {
    const device = await aCorner()
    const item = await aCopy()
    for (let guess = 1; guess <= 4; guess++) {
      expect(await scan(device, `2999${guess}000`)).toMatchObject({ result: 'desk', state: { isLocked: false } })
      expect(await scan(device, item.number)).toMatchObject({ result: 'card_first' })
    }
    // The same number again is no further guess.
    expect(await scan(device, '29991000')).toMatchObject({ result: 'desk', state: { isLocked: false } })
    expect(await scan(device, '29995000')).toMatchObject({ result: 'locked', state: { isLocked: true, turn: null } })
    const who = await aBorrower()
    expect(await scan(device, who.card)).toMatchObject({ result: 'locked', state: { turn: null } })
    const helper = await as('helper')
    const id = await idOf(device)
    expect(await helper.call(cornerRouter.list, undefined)).toContainEqual(
      expect.objectContaining({ id, isLocked: true }),
    )
    await helper.call(cornerRouter.unlock, { id })
    expect(await scan(device, who.card)).toMatchObject({ result: 'card' })
  })

  test('are found out also between scans of a card of one’s own', async () => {
    const device = await aCorner()
    const who = await aBorrower()
    let guesses = 0
    let isLocked = false
    while (!isLocked && guesses < 40) {
      if (guesses % 4 === 0) await scan(device, who.card)
      isLocked = (await scan(device, `2888${String(guesses++).padStart(4, '0')}`)).state.isLocked
    }
    expect(guesses).toBe(15)
  })

  test('end the turn that they are made in', async () => {
    const device = await aCorner()
    const who = await aBorrower()
    await scan(device, who.card)
    for (let guess = 0; guess < 5; guess++) await scan(device, `2777000${guess}`)
    expect(await state(device)).toMatchObject({ isLocked: true, turn: null })
  })

  test('are no bar codes of the book trade', async () => {
    const device = await aCorner()
    for (const code of [
      '9782020289276',
      '9780306406157',
      '9783161484100',
      '9791034903627',
      '9780131103627',
      '9780201633610',
    ])
      expect(await scan(device, code)).toMatchObject({ result: 'desk', state: { isLocked: false } })
  })

  test('come at most 60 in a minute', async () => {
    const device = await aCorner()
    const item = await aCopy()
    for (let count = 0; count < 60; count++) await device.call(cornerRouter.scan, { actId: newId(), code: item.number })
    const more = device.call(cornerRouter.scan, { actId: newId(), code: item.number })
    await expect(more).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    pass(61_000)
    expect(await scan(device, item.number)).toMatchObject({ result: 'card_first' })
  })
})

describe('an act that is sent again', () => {
  test('is the same act: neither the loan nor the turn begins anew', async () => {
    const [who, item] = [await aBorrower(), await aCopy()]
    const device = await aCorner()
    const [card, book] = [newId(), newId()]
    await scan(device, who.card, card)
    await scan(device, item.number, book)
    expect(await scan(device, item.number, book)).toMatchObject({ result: 'lent', state: { turn: { have: 1 } } })
    expect(await openLoans(who.id)).toBe(1)
    await device.call(cornerRouter.done, undefined)
    // Whoever kept the scan of a card cannot open its borrower again with it.
    expect(await scan(device, who.card, card)).toMatchObject({ result: 'card', state: { turn: null } })
    expect(await scan(device, item.number, book)).toMatchObject({ result: 'lent', state: { turn: null } })
    await expect(scan(device, item.number, card)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  test('at another corner or at the desk is another act', async () => {
    const [who, item] = [await aBorrower(), await aCopy()]
    const [device, other, helper] = [await aCorner(), await aCorner(), await as('helper')]
    const actId = newId()
    await scan(device, who.card, actId)
    expect(await scan(other, item.number, actId)).toMatchObject({ result: 'card_first' })
    pass(4000)
    const atDesk = await helper.call(deskRouter.scan, { actId, code: item.number })
    expect(atDesk).toMatchObject({ result: 'waiting' })
    const acts = await db.select({ cornerId: deskAct.cornerId }).from(deskAct).where(eq(deskAct.id, actId))
    expect(acts).toEqual([{ cornerId: null }])
  })

  test('cannot name another borrower or accept what was refused', async () => {
    const device = await aCorner()
    const [who, item] = [await aBorrower(), await aCopy()]
    const input = { actId: newId(), code: item.number, borrowerId: who.id, accepted: ['limit'] }
    await expect(device.call(cornerRouter.scan, input)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(await openLoans(who.id)).toBe(0)
  })
})

test('the security log has what became of a corner', async () => {
  const helper = await as('helper')
  const place = `Place ${newId()}`
  const device = await aCorner({ by: await as('helper'), name: place })
  for (let guess = 0; guess < 5; guess++) await scan(device, `2666000${guess}`)
  const id = await idOf(device)
  await helper.call(cornerRouter.unlock, { id })
  await helper.call(cornerRouter.end, { id })
  await flushSecurityEvents()
  const events = await db
    .select({ userId: securityEvent.userId, details: securityEvent.details })
    .from(securityEvent)
    .where(eq(securityEvent.kind, 'self_service'))
    .orderBy(securityEvent.id)
  expect(
    events.filter(({ details }) => details.place === place).map(({ userId, details }) => [details.what, userId]),
  ).toEqual([
    ['opened', device.user.id],
    ['locked', null],
    ['unlocked', helper.user.id],
    ['ended', helper.user.id],
  ])
})

test('two devices with one key do not both lend a copy', async () => {
  const [who, item] = [await aBorrower(), await aCopy()]
  const device = await aCorner()
  await scan(device, who.card)
  pass(4000)
  const twice = await Promise.all(
    [device, withKeyOf(device)].map((one) => one.call(cornerRouter.scan, { actId: newId(), code: item.number })),
  )
  expect(twice.map(({ result }) => result).toSorted()).toEqual(['lent', 'repeated'])
  expect(await openLoans(who.id)).toBe(1)
})
