import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { newId } from '#base/lib/id.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { labelledValues } from '#test/labelled.ts'
import { mailsTo, signInByCode } from '#test/sign-in/outbox.ts'
import { userRouter } from './user.router.server.ts'
import { sessionRouter } from '#people/session/session.router.server.ts'

useDatabase()
let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager', { name: 'Amina Khamis', email: 'amina@example.org' })
})

const rowOf = async (id: string): Promise<typeof user.$inferSelect | undefined> =>
  (await db.select().from(user).where(eq(user.id, id)))[0]
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)
const isIn = async (caller: SignedInCaller) => (await caller.request('/api/v1/me')).status === 200
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

describe('one user', () => {
  test('is read with what managers may know, and nothing secret', async () => {
    const person = await aUser({ name: 'Juma', banReason: 'Late', image: 'x' })
    const read = await manager.call(userRouter.get, { id: person.id })
    expect(Object.keys(read).toSorted()).toEqual(
      'banExpires banReason banned createdAt email emailVerified id invitedAt name onboardedAt role updatedAt version'.split(
        ' ',
      ),
    )
    expect(read).toMatchObject({ id: person.id, name: 'Juma', role: 'user', banReason: 'Late', banned: false })
    const response = await manager.request(`/api/v1/users/${person.id}`)
    expect([response.status, await response.json()]).toMatchObject([200, { id: person.id, email: person.email }])
  })

  const NOBODY = [newId(), 'nobody', '', ' ', '📚', "' or 1=1 --", 'a\0b', 'x'.repeat(5000)]
  test.each(labelledValues(NOBODY))('%s is nobody: not found, by whichever procedure', async (_, id) => {
    const version = 1
    const calls = [
      manager.call(userRouter.get, { id }),
      manager.call(userRouter.update, { id, version, name: 'X' }),
      manager.call(userRouter.remove, { id }),
      manager.call(userRouter.ban, { id }),
      manager.call(userRouter.unban, { id }),
      manager.call(userRouter.sendInvitation, { id }),
      manager.call(sessionRouter.list, { id }),
      manager.call(sessionRouter.revoke, { id, sessionId: newId() }),
      manager.call(sessionRouter.revoke, { id: manager.user.id, sessionId: id }),
      manager.call(sessionRouter.revokeAll, { id }),
      manager.call(userRouter.impersonate, { id, reason: 'Asked for help' }),
    ]
    expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => 'NOT_FOUND'))
  })

  test.each(['GET', 'PATCH', 'DELETE'])('%s by REST of a malformed id is 404', async (method) => {
    for (const id of ['nobody', '%00', newId()]) {
      const body = method === 'PATCH' ? { body: { version: 1 } } : {}
      expect((await manager.request(`/api/v1/users/${id}`, { method, ...body })).status).toBe(404)
    }
  })
})

describe('a change', () => {
  test('of the name shows at once, and in whose name it was made', async () => {
    const reader = await as('reader')
    const saved = await manager.call(userRouter.update, {
      id: reader.user.id,
      version: reader.user.version,
      name: ' Assia  📚 ',
    })
    expect(saved).toMatchObject({ name: 'Assia  📚', email: reader.user.email, role: 'user', isTold: null })
    expect(saved.version).toBe(reader.user.version + 1)
    expect(saved.updatedAt.getTime()).toBeGreaterThan(reader.user.updatedAt.getTime())
    expect((await (await reader.request('/api/v1/me')).json()).name).toBe('Assia  📚')
    expect(await subjects(reader.user.email)).toEqual([])
  })

  test('of the role holds at the next request, and is told', async () => {
    const reader = await as('reader', { language: 'fr' })
    const saved = await manager.call(userRouter.update, {
      id: reader.user.id,
      version: reader.user.version,
      role: ['user', 'admin'],
    })
    expect(saved).toMatchObject({ role: 'admin,user', isTold: true })
    expect((await reader.request(`/api/v1/users/${manager.user.id}`)).status).toBe(200)
    const [mail] = await mailsTo(reader.user.email)
    expect(mail?.subject).toBe(m.mail_role_subject({}, { locale: 'fr' }))
    expect(mail?.text).toContain('administrateur et utilisateur')
    await manager.call(userRouter.update, { id: reader.user.id, version: saved.version, role: 'user' })
    expect((await reader.request(`/api/v1/users/${manager.user.id}`)).status).toBe(403)
  })

  test('of the address: not verified any more, signed out everywhere, no provider’s way in; the old one is told', async () => {
    const reader = await as('reader')
    await db.insert(account).values({ userId: reader.user.id, providerId: 'oidc', accountId: 'x' })
    const saved = await manager.call(userRouter.update, {
      id: reader.user.id,
      version: reader.user.version,
      email: ' New.Address@Example.org',
    })
    expect(saved).toMatchObject({ email: 'new.address@example.org', emailVerified: false, isTold: true })
    expect(await isIn(reader)).toBe(false)
    expect(await db.$count(account, eq(account.userId, reader.user.id))).toBe(0)
    expect(await subjects(reader.user.email)).toEqual([m.mail_address_changed_subject({}, { locale: 'en' })])
    await signInByCode('new.address@example.org')
    expect(await rowOf(reader.user.id)).toMatchObject({ emailVerified: true })
  })

  test('to an address of somebody else’s, in whichever case, is refused at its field', async () => {
    const [reader, other] = [await as('reader'), await aUser({ email: 'taken@example.org' })]
    const { id, version } = reader.user
    await expect(
      manager.call(userRouter.update, { id, version, email: 'TAKEN@example.ORG', name: 'Other' }),
    ).rejects.toMatchObject({ code: 'EMAIL_TAKEN', status: 409, fields: { email: { key: 'email_taken' } } })
    expect(await rowOf(id)).toEqual(reader.user)
    expect(await isIn(reader)).toBe(true)
    expect(await subjects(other.email)).toEqual([])
  })

  test('from an old version is refused, with what is there now', async () => {
    const { id, version } = await aUser({ name: 'First' })
    const second = await manager.call(userRouter.update, { id, version, name: 'Second' })
    await expect(manager.call(userRouter.update, { id, version, name: 'Third' })).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
      theirs: { id, name: 'Second', version: second.version },
      changes: { name: { at: expect.any(Date), by: { kind: 'person', id: manager.user.id, name: manager.user.name } } },
    })
    const response = await manager.request(`/api/v1/users/${id}`, { method: 'PATCH', body: { version, name: 'X' } })
    expect([response.status, await response.json()]).toMatchObject([
      409,
      {
        code: 'CONFLICT',
        data: {
          theirs: { name: 'Second', version: second.version },
          changes: { name: { by: { id: manager.user.id } } },
        },
      },
    ])
    expect((await rowOf(id))?.name).toBe('Second')
  })

  test('takes the time of the last change in place of a version, from clients written before users had one', async () => {
    const { id, updatedAt } = await aUser({ name: 'First' })
    const change = (name: string) =>
      manager.request(`/api/v1/users/${id}`, { method: 'PATCH', body: { updatedAt, name } })
    expect((await change('Second')).status).toBe(200)
    expect((await change('Third')).status).toBe(409)
    expect(await rowOf(id)).toMatchObject({ name: 'Second', version: 2 })
  })

  test('takes the version from If-Match as well, and must have one', async () => {
    const { id } = await aUser()
    const patch = (name: string, headers: Record<string, string>) =>
      manager.request(`/api/v1/users/${id}`, { method: 'PATCH', body: { name }, headers })
    const saved = await patch('Once', { 'if-match': '"1"' })
    const tag = saved.headers.get('etag')
    expect([saved.status, tag]).toEqual([200, expect.stringMatching(/^"2-/)])
    const stale = await patch('Twice', { 'if-match': '"1"' })
    expect([stale.status, stale.headers.get('etag')]).toEqual([412, tag])
    expect((await patch('Twice', {})).status).toBe(428)
    expect((await manager.request(`/api/v1/users/${id}`)).headers.get('etag')).toBe(tag)
    expect((await rowOf(id))?.name).toBe('Once')
  })

  test('counts with every change that an editor must know of, by whatever way', async () => {
    const { id } = await aUser()
    await manager.call(userRouter.ban, { id, reason: 'Lost books' })
    expect((await rowOf(id))?.version).toBe(2)
    await db.update(user).set({ language: 'sw', updatedAt: new Date() }).where(eq(user.id, id))
    expect((await rowOf(id))?.version).toBe(2)
  })

  test('of many from the same version, one is saved', async () => {
    const { id, version } = await aUser()
    const calls = Array.from({ length: 8 }, (_, n) =>
      codeOf(manager.call(userRouter.update, { id, version, name: `Name ${n}` })),
    )
    expect((await Promise.all(calls)).toSorted()).toEqual([...Array(7).fill('CONFLICT'), 'done'])
  })

  test('to no name is refused for whoever has one, and a name is no visit of the person’s own', async () => {
    const [reader, newcomer] = [await as('reader'), await as('newcomer')]
    const change = (caller: SignedInCaller, name: string) =>
      manager.call(userRouter.update, { id: caller.user.id, version: caller.user.version, name })
    await expect(change(reader, '  ')).rejects.toMatchObject({ fields: { name: { key: 'name_required' } } })
    expect(await change(newcomer, '')).toMatchObject({ name: '', onboardedAt: null, isTold: null })
    expect(await change(newcomer, 'Neema')).toMatchObject({ name: 'Neema', onboardedAt: null })
    expect(await isIn(newcomer)).toBe(false)
  })

  test('of nothing changes nothing', async () => {
    const { id, version, updatedAt, email, name, role } = await aUser()
    expect(await manager.call(userRouter.update, { id, version, email, name, role })).toMatchObject({
      version,
      updatedAt,
      isTold: null,
    })
  })

  test('by REST takes the version as text', async () => {
    const { id, version } = await aUser()
    const response = await manager.request(`/api/v1/users/${id}`, {
      method: 'PATCH',
      body: { version, role: 'admin' },
    })
    expect([response.status, await response.json()]).toMatchObject([200, { id, role: 'admin', isTold: true }])
    for (const [body, fields] of [
      [{ version: 'first', role: 'user' }, { version: 'validation_invalid' }],
      [{ version, role: 'owner' }, { role: 'role_unknown' }],
      [{ version, email: 'none' }, { email: 'email_invalid' }],
      [{ version, name: 'a\0' }, { name: 'name_invalid' }],
    ]) {
      const refused = await manager.request(`/api/v1/users/${id}`, { method: 'PATCH', body })
      expect([refused.status, await refused.json()]).toMatchObject([
        400,
        { code: 'VALIDATION_ERROR', data: { fields } },
      ])
    }
  })
})

describe('a deletion', () => {
  test('takes all that is theirs, and is told', async () => {
    const reader = await as('reader', { language: 'ar' })
    const { id, email } = reader.user
    await db.insert(account).values({ userId: id, providerId: 'oidc', accountId: 'y' })
    expect(await manager.call(userRouter.remove, { id })).toEqual({ isTold: true })
    expect([await rowOf(id), await db.$count(session, eq(session.userId, id))]).toEqual([undefined, 0])
    expect(await isIn(reader)).toBe(false)
    expect(await subjects(email)).toEqual([m.mail_removed_subject({}, { locale: 'ar' })])
    expect(await codeOf(manager.call(userRouter.remove, { id }))).toBe('NOT_FOUND')
  })

  test('of the same user by two at once: one of them finds nobody', async () => {
    const [other, { id, email }] = [await as('manager'), await aUser()]
    const codes = await Promise.all([manager, other].map((one) => codeOf(one.call(userRouter.remove, { id }))))
    expect(codes.toSorted()).toEqual(['NOT_FOUND', 'done'])
    expect(await subjects(email)).toHaveLength(1)
  })
})

describe('a ban', () => {
  test('takes the place of no other that was not seen, nor ends it', async () => {
    const { id, version } = await aUser()
    const { version: banned } = await manager.call(userRouter.ban, { id, version, reason: 'Lost books' })
    const until = new Date('2031-12-24T18:00:00.000Z')
    const conflict = { code: 'CONFLICT', theirs: { id, banReason: 'Lost books' } }
    await expect(manager.call(userRouter.ban, { id, version, until })).rejects.toMatchObject(conflict)
    await expect(manager.call(userRouter.unban, { id, version })).rejects.toMatchObject(conflict)
    expect(await rowOf(id)).toMatchObject({ banned: true, banReason: 'Lost books', banExpires: null })
    expect(await manager.call(userRouter.unban, { id, version: banned })).toMatchObject({ banned: false })
  })

  test('is over at the next request of that person, says why and until when, and can be lifted', async () => {
    const reader = await as('reader', { language: 'sw' })
    const { id, email } = reader.user
    const until = new Date(Date.now() + 86_400_000)
    const banned = await manager.call(userRouter.ban, { id, reason: ' Chelewa 📚 ', until })
    expect(banned).toMatchObject({ banned: true, banReason: 'Chelewa 📚', banExpires: until, isTold: true })
    expect(await isIn(reader)).toBe(false)
    expect(await db.$count(session, eq(session.userId, id))).toBe(0)
    await expect(signInByCode(email)).rejects.toThrow(/BANNED_USER/)
    const lifted = await manager.call(userRouter.unban, { id })
    expect(lifted).toMatchObject({ banned: false, banReason: null, banExpires: null, isTold: true })
    await signInByCode(email)
    const [first, ...others] = await mailsTo(email)
    expect(first?.subject).toBe(m.mail_banned_subject({}, { locale: 'sw' }))
    expect(first?.text).toContain('Chelewa 📚')
    expect(first?.text).toContain('(UTC)')
    expect(others.map(({ subject }) => subject)).toContain(m.mail_unbanned_subject({}, { locale: 'sw' }))
    expect(await manager.call(userRouter.unban, { id })).toMatchObject({ isTold: null })
  })

  test('without reason and end, by REST', async () => {
    const { id } = await aUser()
    const path = `/api/v1/users/${id}/ban`
    const response = await manager.request(path, { body: {} })
    expect([response.status, await response.json()]).toMatchObject([200, { banned: true, banReason: null }])
    const past = await manager.request(path, { body: { until: '2020-01-01T00:00:00Z', reason: 'x'.repeat(201) } })
    expect([past.status, (await past.json()).data.fields]).toEqual([
      400,
      { until: 'validation_date_min', reason: 'validation_string_max' },
    ])
    expect((await manager.request(path, { method: 'DELETE' })).status).toBe(200)
    expect(await rowOf(id)).toMatchObject({ banned: false })
  })
})
