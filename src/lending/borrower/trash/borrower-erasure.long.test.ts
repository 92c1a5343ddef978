import { desc, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { deskRefusal } from '#base/db/tables/desk-refusal.ts'
import { deskAct } from '#base/db/tables/loan.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { deskRouter } from '#lending/desk/desk.router.server.ts'
import { securityRouter } from '#people/security/security.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { aBorrower, aCopy, useLending } from '#test/lending.ts'
import { mailsTo } from '#test/sign-in/outbox.ts'
import { borrowerRouter } from '../borrower.router.server.ts'
import { borrowerTrashRouter } from './borrower-trash.router.server.ts'

useDatabase()
useLending()

const EXPIRED = { code: 'SESSION_EXPIRED' }
const SUBJECT = 'A change in the library that you should know of'
let owner: SignedInCaller
/** Has an old session. */
let thief: SignedInCaller
beforeEach(async () => {
  owner = await as('manager', { name: 'Grace Ogot' })
  thief = await signedIn(await aUser({ role: 'admin' }), {
    authenticatedAt: new Date(now().getTime() - 20 * 86_400_000),
  })
})

const path = ({ id, version }: { id: string; version: number }, more = '') =>
  `/api/v1/borrowers/${id}?version=${version}${more}`
const erase = (caller: SignedInCaller, who: { id: string; version: number }) =>
  caller.request(path(who, '&forGood=true'), { method: 'DELETE' })
const isThere = async (id: string) => (await db.$count(borrower, eq(borrower.id, id))) === 1
const isTrashed = async (id: string) => (await db.$count(deletedBorrower, eq(deletedBorrower.id, id))) === 1
const losses = async (email: string) => (await mailsTo(email)).filter(({ subject }) => subject === SUBJECT)

/** The tables in which a text stands, of the whole database. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const patterns = sql.param(texts.map((text) => `%${text}%`))
    const { rows: some } = await db.execute(
      sql`select from ${sql.identifier(name)} as t where t::text ilike any (${patterns}::text[]) limit 1`,
    )
    if (some.length > 0) found.push(name)
  }
  return found
}

describe('A session that was not proven lately', () => {
  test('erases nobody: neither at once nor from the trash, which it does not empty; it may use the trash', async () => {
    const [one, two] = [await aBorrower(), await aBorrower()]
    const refused = await erase(thief, one)
    expect([refused.status, await refused.json()]).toMatchObject([403, EXPIRED])
    expect((await thief.request(path(two), { method: 'DELETE' })).status).toBe(204)
    await expect(thief.call(borrowerTrashRouter.remove, { ids: [two.id] })).rejects.toMatchObject(EXPIRED)
    await expect(thief.call(borrowerTrashRouter.empty, { until: now() })).rejects.toMatchObject(EXPIRED)
    expect([await isThere(one.id), await isTrashed(two.id)]).toEqual([true, true])
    await thief.call(borrowerTrashRouter.restore, { ids: [two.id] })
    expect(await losses(owner.user.email)).toEqual([])
  })

  test('an API key, which nobody proves anew, fills the trash and erases nobody', async () => {
    const { key } = await aKey(thief.user)
    const who = await aBorrower()
    expect((await withKey(key, path(who, '&forGood=true'), { method: 'DELETE' })).status).toBe(403)
    const weak = await aKey(thief.user, { scopes: ['borrower:read'] })
    expect((await withKey(weak.key, path(who), { method: 'DELETE' })).status).toBe(403)
    expect(await isThere(who.id)).toBe(true)
    expect((await withKey(key, path(who), { method: 'DELETE' })).status).toBe(204)
    expect(await isTrashed(who.id)).toBe(true)
    await thief.call(borrowerTrashRouter.restore, { ids: [who.id] })
  })
})

test('An erasure is mailed to all admins and in the security log, without the name', async () => {
  const one = await aBorrower({ name: 'Abdou Vanishing' })
  expect((await erase(owner, one)).status).toBe(204)
  const rest = [await aBorrower(), await aBorrower(), await aBorrower()]
  for (const who of rest) await owner.call(borrowerRouter.remove, { id: who.id, version: 1 })
  const ids = rest.slice(0, 2).map(({ id }) => id)
  expect((await owner.call(borrowerTrashRouter.remove, { ids })).removed.toSorted()).toEqual(ids.toSorted())
  await owner.call(borrowerTrashRouter.empty, { until: now() })
  await owner.call(borrowerTrashRouter.empty, { until: now() })
  // Of single ones the first in an hour is mailed.
  for (const { user } of [owner, thief]) {
    await expect.poll(() => losses(user.email)).toHaveLength(2)
    const texts = (await losses(user.email)).map(({ text = '' }) => text).join('\n')
    expect(texts).toMatch(/Grace Ogot\W* erased 1 borrower for good/)
    expect(texts).toMatch(/erased 2 borrowers for good/)
    expect(texts).not.toContain('Vanishing')
  }
  await flushSecurityEvents()
  const events = await db
    .select({ by: securityEvent.userId, details: securityEvent.details })
    .from(securityEvent)
    .where(eq(securityEvent.kind, 'deleted_for_good'))
    .orderBy(securityEvent.id)
  const own = events.filter(({ by }) => by === owner.user.id).map(({ details }) => details)
  expect(own).toEqual([1, 2, 1].map((count) => ({ what: 'borrowers', count })))
  const { items } = await owner.call(securityRouter.list, { kind: 'operation' })
  expect(items.filter(({ kind }) => kind === 'deleted_for_good').length).toBeGreaterThan(2)
  expect(await tablesWith('Vanishing')).toEqual([])
})

test.each(['at once', 'from the trash'])('Who is erased %s is nowhere in the database any more', async (way) => {
  const headers = { 'idempotency-key': `vanishing-${way.length}` }
  const created = await owner.request('/api/v1/borrowers', {
    body: { name: 'Fatuma Vanishing', note: 'Secret note', schoolNumber: 'V-4711' },
    headers,
  })
  const { id, card } = await created.json()
  const scan = (code: string, borrowerId?: string) =>
    owner.call(deskRouter.scan, { actId: newId(), code, ...(borrowerId !== undefined && { borrowerId }) })
  await owner.call(borrowerRouter.update, { id, version: 1, name: 'Fatuma Disappearing', note: 'Other note' })
  const item = await aCopy()
  const named = { id: newId(), note: 'Not lent' }
  const refusal = { at: now(), userId: owner.user.id, code: item.number, copyId: item.id }
  await db.insert(deskRefusal).values([
    { ...refusal, actId: newId(), borrowerId: id, reasons: [] },
    { ...refusal, actId: newId(), reasons: [{ code: 'put_aside', person: { id, name: 'Fatuma Disappearing' } }] },
    { ...refusal, actId: named.id, reasons: [{ code: 'put_aside', person: { id: newId() } }] },
  ])
  await scan(card)
  if (way === 'at once') expect((await erase(owner, { id, version: 2 })).status).toBe(204)
  else {
    await owner.call(borrowerRouter.remove, { id, version: 2 })
    // While they are in the trash the desk may name them; nothing is forgotten yet.
    expect(await tablesWith('Disappearing')).toContain('activity')
    await owner.call(borrowerTrashRouter.remove, { ids: [id] })
  }
  expect(await tablesWith('Vanishing', 'Disappearing', 'Secret note', 'Other note', '4711', card)).toEqual([])
  expect((await db.select().from(deskRefusal)).map(({ actId }) => actId)).toEqual([named.id])
  await db.delete(deskRefusal)
  const entries = await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(desc(activity.id))
  expect(entries.map(({ action }) => action)).toEqual([
    'borrower.delete-for-good',
    ...(way === 'at once' ? [] : ['borrower.delete']),
    'borrower.update',
    'borrower.create',
  ])
  for (const entry of entries.slice(1))
    expect(await owner.call(undoRouter.undo, { id: String(entry.id) })).toMatchObject({ fields: [] })
  await expect(owner.call(undoRouter.undo, { id: String(entries[0]?.id) })).rejects.toMatchObject({
    code: 'NOT_UNDOABLE',
  })
})

test('What was typed at the desk of who is erased goes too: before they were there, in part, mistyped; the rest stays', async () => {
  const typed = async (code: string) => {
    const actId = newId()
    const { result } = await owner.call(deskRouter.scan, { actId, code })
    return { actId, result }
  }
  const codes = ['Zuhura Evaporating', 'evapor', 'ZUHURÁ Evaperating', 'E-90210', '90210', 'Zuhura Evaporating 5B']
  const gone = await Promise.all(codes.map(typed))
  const kept = await Promise.all(['Kwame Nkrumah', '77777777'].map(typed))
  // Of the former name and number.
  const former = await typed('Zuhura Oldname')
  const who = await owner.call(borrowerRouter.create, { name: 'Zuhura Oldname', schoolNumber: 'E-90210' })
  await owner.call(borrowerRouter.update, { id: who.id, version: 1, name: 'Zuhura Evaporating', schoolNumber: '' })
  expect(gone.map(({ result }) => result)).toEqual(codes.map(() => 'unknown'))
  expect((await erase(owner, { id: who.id, version: 2 })).status).toBe(204)
  const left = async (acts: { actId: string }[]) =>
    db.$count(
      deskAct,
      inArray(
        deskAct.id,
        acts.map(({ actId }) => actId),
      ),
    )
  expect([await left(gone), await left([former]), await left(kept)]).toEqual([0, 0, 2])
  expect(await tablesWith('Evap', 'Oldname', '90210')).toEqual([])
})
