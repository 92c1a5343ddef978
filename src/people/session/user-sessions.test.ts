import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sessionLabel } from './session-list.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { session } from '#base/db/tables/user.ts'
import { as, signedIn, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { sessionRouter } from './session.router.server.ts'

useDatabase()
let manager: SignedInCaller
beforeAll(async () => {
  await aUser({ role: 'admin' })
  manager = await as('manager')
})

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const whoIs = async (caller: Caller): Promise<string> => {
  const response = await caller.request('/api/v1/me')
  return response.ok ? (await response.json()).id : String(response.status)
}

describe('the sessions of a user', () => {
  test('are listed with a label for the token, never the token', async () => {
    const person = await aUser()
    const old = await signedIn(person, { updatedAt: new Date(Date.now() - 3_600_000), ipAddress: '192.0.2.7' })
    const recent = await signedIn(person)
    await signedIn(person, { expiresAt: new Date(Date.now() - 1000) })
    const response = await manager.request(`/api/v1/users/${person.id}/sessions`)
    const text = await response.text()
    expect(JSON.parse(text).items).toMatchObject([
      { id: recent.session.id, label: sessionLabel(recent.session.token), isCurrent: false },
      { id: old.session.id, ip: '192.0.2.7', expiresAt: old.session.expiresAt.toISOString() },
    ])
    for (const { session: row } of [old, recent]) expect(text).not.toContain(row.token)
  })

  test('mark the caller’s own', async () => {
    const { items: rows } = await manager.call(sessionRouter.list, { id: manager.user.id })
    expect(rows.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([[manager.session.id, true]])
  })

  test('can be ended one by one, from the next request on; only through their own user', async () => {
    const person = await aUser()
    const [one, two] = [await signedIn(person), await signedIn(person)]
    const other = await as('reader')
    const revoke = (id: string, sessionId: string) => codeOf(manager.call(sessionRouter.revoke, { id, sessionId }))
    expect(await revoke(other.user.id, one.session.id)).toBe('NOT_FOUND')
    expect(await revoke(person.id, one.session.id)).toBe('done')
    expect(await revoke(person.id, one.session.id)).toBe('NOT_FOUND')
    expect([await whoIs(one), await whoIs(two)]).toEqual(['401', person.id])
    const path = `/api/v1/users/${person.id}/sessions/${two.session.id}`
    expect((await manager.request(path, { method: 'DELETE' })).ok).toBe(true)
    expect((await manager.request(path, { method: 'DELETE' })).status).toBe(404)
  })

  test('can be ended all at once', async () => {
    const person = await aUser()
    const callers = [await signedIn(person), await signedIn(person)]
    const response = await manager.request(`/api/v1/users/${person.id}/sessions`, { method: 'DELETE' })
    expect([response.status, await response.json()]).toEqual([200, { ended: 2 }])
    for (const caller of callers) expect(await whoIs(caller)).toBe('401')
    expect(await manager.call(sessionRouter.revokeAll, { id: person.id })).toEqual({ ended: 0 })
  })

  test('ended by two managers at once: one gets NOT_FOUND', async () => {
    const [other, { user: person, session: row }] = [await as('manager'), await as('reader')]
    const codes = await Promise.all(
      [manager, other].map((one) => codeOf(one.call(sessionRouter.revoke, { id: person.id, sessionId: row.id }))),
    )
    expect(codes.toSorted()).toEqual(['NOT_FOUND', 'done'])
  })
})

describe('acting as a user', () => {
  test('lasts an hour, and can be stopped', async () => {
    const [caller, person] = [await as('manager'), await aUser()]
    await caller.call(userRouter.impersonate, { id: person.id, reason: 'Asked for help' })
    expect(await whoIs(caller)).toBe(person.id)
    const [row] = await db.select().from(session).where(eq(session.userId, person.id))
    expect(row?.impersonatedBy).toBe(caller.user.id)
    expect(((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(60, 0)
    expect(row?.ipAddress).toBe(caller.address)
    const { items } = await manager.call(sessionRouter.list, { id: person.id })
    const [listed] = items
    expect(listed).toMatchObject({ isImpersonated: true, isCurrent: false })
    await caller.call(userRouter.stopImpersonating, undefined)
    expect(await whoIs(caller)).toBe(caller.user.id)
    expect(await db.$count(session, eq(session.userId, person.id))).toBe(0)
    expect(await codeOf(caller.call(userRouter.stopImpersonating, undefined))).toBe('NOT_IMPERSONATING')
  })

  test('by REST sets cookies, and answers no token', async () => {
    const [caller, person] = [await as('manager'), await aUser({ name: '', onboardedAt: null })]
    const started = await caller.request(`/api/v1/users/${person.id}/impersonation`, {
      body: { reason: 'Asked for help' },
    })
    expect([started.ok, await started.text()]).toEqual([true, expect.not.stringMatching(/token/)])
    // The session can be used although the user has no name yet.
    expect(await whoIs(caller)).toBe(person.id)
    expect((await caller.request('/api/v1/impersonation', { method: 'DELETE' })).ok).toBe(true)
    expect(await whoIs(caller)).toBe(caller.user.id)
  })

  test('is refused for an admin, for a banned user, and while impersonating', async () => {
    const caller = await as('manager')
    const act = (id: string) => codeOf(caller.call(userRouter.impersonate, { id, reason: 'Asked for help' }))
    for (const role of ['admin', 'admin,user', 'user, admin'])
      expect(await act((await aUser({ role })).id)).toBe('YOU_CANNOT_IMPERSONATE_ADMINS')
    expect(await act((await aUser({ banned: true })).id)).toBe('CANNOT_IMPERSONATE_BANNED')
    expect(await whoIs(caller)).toBe(caller.user.id)
    const [person, other] = [await aUser(), await aUser()]
    expect(await act(person.id)).toBe('done')
    expect(await act(other.id)).toBe('RESOURCE_NOT_ALLOWED')
    expect(await whoIs(caller)).toBe(person.id)
  })

  test('ends the session when that of the manager is lost', async () => {
    const [caller, person] = [await as('manager'), await aUser()]
    await caller.call(userRouter.impersonate, { id: person.id, reason: 'Asked for help' })
    caller.cookies.delete('better-auth.admin_session')
    expect(await codeOf(caller.call(userRouter.stopImpersonating, undefined))).toBe('UNAUTHORIZED')
    expect(await whoIs(caller)).toBe('401')
  })
})

test('what a manager does to a user is recorded in the activity', async () => {
  const { id, version } = await aUser()
  const { version: next } = await manager.call(userRouter.update, { id, version, name: 'Neema' })
  await manager.call(userRouter.update, { id, version: next, role: 'admin' })
  await manager.call(userRouter.ban, { id })
  await manager.call(userRouter.unban, { id })
  await manager.call(userRouter.remove, { id })
  const rows = await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(activity.id)
  expect(rows.slice(1).map(({ action, actorId }) => [action, actorId])).toEqual(
    ['user.update', 'user.set-role', 'user.ban', 'user.unban', 'user.delete'].map((one) => [one, manager.user.id]),
  )
})
