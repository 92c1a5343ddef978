import { asc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { loan } from '#base/db/tables/loan.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { moveClock, now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { loanRouter } from './loan.router.server.ts'

useDatabase()
useLending()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager', { name: 'Amina' })
})
afterEach(() => moveClock(0))

/** A borrower with so many returned loans, and an open one. */
async function aReader(returned: number) {
  const who = await aBorrower({ name: 'Baraka Otieno' })
  for (let at = 0; at <= returned; at += 1) {
    const { id: copyId } = await aCopy()
    const isBack = at < returned
    const ended = isBack ? { returnedAt: now(), returnedBy: manager.user.id } : {}
    await db.insert(loan).values({
      copyId,
      borrowerId: who.id,
      lentAt: now(),
      dueOn: '2026-01-01',
      lentBy: newId(),
      actId: newId(),
      ...ended,
    })
  }
  return who
}

/** What the security log has of looks by a user, oldest first. */
async function looksOf(userId: string) {
  await flushSecurityEvents()
  const rows = await db
    .select()
    .from(securityEvent)
    .where(eq(securityEvent.userId, userId))
    .orderBy(asc(securityEvent.id))
  return rows.filter(({ kind }) => kind === 'loans_seen').map(({ details }) => details)
}

test('Past loans are read page by page, and each look is recorded once', async () => {
  const by = await as('manager')
  const who = await aReader(5)
  const past = (cursor?: string) =>
    by.call(loanRouter.list, { borrowerId: who.id, state: 'returned', limit: 2, ...(cursor && { cursor }) })
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await past(cursor)
    expect(page.total).toBe(5)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(5)
  await past()
  expect(await looksOf(by.user.id)).toEqual([{ borrower: who.id }])
  moveClock(11 * 60_000)
  await past()
  expect(await looksOf(by.user.id)).toHaveLength(2)
})

test('A look is recorded also where it does not begin at the first page, and by whomever', async () => {
  const [by, other] = [await as('manager'), await as('manager')]
  const [who, next] = [await aReader(1), await aReader(1)]
  const cursor = 'ffffffff-ffff-7fff-bfff-ffffffffffff'
  const page = await by.call(loanRouter.list, { borrowerId: who.id, state: 'returned', cursor })
  expect(page.items).toHaveLength(1)
  await by.call(loanRouter.list, { borrowerId: next.id, state: 'all' })
  await by.call(loanRouter.list, { state: 'returned' })
  await other.request(`/api/v1/loans?state=returned&borrowerId=${who.id}`)
  expect(await looksOf(by.user.id)).toEqual([{ borrower: who.id }, { borrower: next.id }, {}])
  expect(await looksOf(other.user.id)).toEqual([{ borrower: who.id }])
})

test('What is on loan now is no look, nor is what is refused', async () => {
  const [by, reader, helper] = [await as('manager'), await as('reader'), await as('helper')]
  const who = await aReader(1)
  for (const state of ['open', 'overdue'] as const) await by.call(loanRouter.list, { borrowerId: who.id, state })
  for (const one of [reader, helper])
    await expect(one.call(loanRouter.list, { borrowerId: who.id, state: 'returned' })).rejects.toMatchObject({
      code: 'RESOURCE_NOT_ALLOWED',
    })
  for (const { user } of [by, reader, helper]) expect(await looksOf(user.id)).toEqual([])
})

test('The log names the borrower, until the borrower is erased', async () => {
  const by = await as('manager', { name: 'Zawadi Mushi' })
  const who = await aReader(1)
  await by.call(loanRouter.list, { borrowerId: who.id, state: 'returned' })
  await flushSecurityEvents()
  const latest = async () => {
    const { items } = await manager.call(securityRouter.list, { searchTerm: 'zawadi', kind: 'operation' })
    return items.map(({ kind, person, borrower: whose }) => ({ kind, person: person?.name, whose }))
  }
  const entry = { kind: 'loans_seen', person: 'Zawadi Mushi' }
  expect(await latest()).toEqual([{ ...entry, whose: { id: who.id, name: 'Baraka Otieno' } }])
  await db.delete(loan).where(eq(loan.borrowerId, who.id))
  await db.delete(borrower).where(eq(borrower.id, who.id))
  expect(await latest()).toEqual([{ ...entry, whose: { id: who.id, name: null } }])
})
