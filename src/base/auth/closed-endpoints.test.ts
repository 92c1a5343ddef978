import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'

useDatabase()

const CLOSED = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /reset-password',
  'GET /reset-password/abc',
  'POST /verify-password',
  'GET /verify-email',
  'POST /send-verification-email',
  'POST /change-email',
  'POST /change-password',
  'POST /update-session',
  'POST /request-password-reset',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /link-social',
  'POST /unlink-account',
  'POST /refresh-token',
  'POST /get-access-token',
  'GET /account-info',
  'GET /delete-user/callback',
  'POST /email-otp/check-verification-otp',
  'POST /email-otp/verify-email',
  'POST /email-otp/request-password-reset',
  'POST /forget-password/email-otp',
  'POST /email-otp/reset-password',
  'POST /email-otp/request-email-change',
  'POST /email-otp/change-email',
  'GET /passkey/list-user-passkeys',
  'POST /passkey/delete-passkey',
  'POST /passkey/update-passkey',
  'GET /admin/get-user?id=01a1fc5f-3ab8-711d-bde4-965ef5d28919',
  'POST /admin/has-permission',
  'POST /admin/list-user-sessions',
  'POST /admin/revoke-user-session',
  'POST /admin/revoke-user-sessions',
  'POST /admin/impersonate-user',
  'POST /admin/set-user-password',
  'POST /admin/create-user',
  'POST /admin/update-user',
  'POST /admin/set-role',
  'POST /admin/ban-user',
  'POST /admin/unban-user',
  'POST /admin/remove-user',
  'POST /nonsense',
  'GET /',
  'GET /email-otp/get-verification-otp?email=a@b.cd&type=sign-in',
]

describe('endpoints that Maktaba does not use', () => {
  test.each(CLOSED)('%s does not exist, not even for a manager', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    const manager = await as('manager')
    const response = await manager.request(
      `/api/auth${path}`,
      method === 'GET' ? {} : { method, body: { email: 'a@example.org', token: 'x' } },
    )
    expect(response.status).toBe(404)
  })

  test.each([
    ['/admin/set-role', { role: 'admin' }],
    ['/admin/ban-user', {}],
    ['/admin/remove-user', {}],
    ['/admin/impersonate-user', { reason: 'To look' }],
    ['/admin/impersonate-user/', {}],
    ['//admin/impersonate-user', {}],
    ['/admin/impersonate%2Duser', {}],
    ['/admin/./impersonate-user', {}],
    ['/admin/Impersonate-User', {}],
    ['/admin/revoke-user-sessions', {}],
  ])('%s does nothing to anybody: Maktaba has procedures of its own', async (path, fields) => {
    const [manager, person] = [await as('manager'), await as('reader')]
    const answer = await manager.request(`/api/auth${path}`, { body: { userId: person.user.id, ...fields } })
    expect(answer.status).toBe(404)
    expect(await db.select().from(user).where(eq(user.id, person.user.id))).toEqual([person.user])
    expect((await person.request('/api/v1/me')).status).toBe(200)
  })

  test.each([
    '/sign-in/email/',
    '//sign-in/email',
    '/sign-in%2Femail',
    '/SIGN-IN/EMAIL',
    '/./sign-in/email',
    '/sign-in/email?x=1',
  ])('nor are they by another spelling: %s', async (path) => {
    const manager = await as('manager')
    const response = await manager.request(`/api/auth${path}`, {
      body: { email: 'a@example.org', password: 'geheim-geheim' },
    })
    expect(response.status).toBe(404)
  })
})

describe('the admin endpoints that stay', () => {
  const OPEN = ['GET /admin/list-users']
  test.each(OPEN)('%s is for managers', async (line) => {
    const [method = '', path = ''] = line.split(' ')
    const [target, reader, stranger] = [await as('reader'), await as('reader'), await as('stranger')]
    const newcomer = await as('newcomer', { role: 'admin' })
    const init = method === 'GET' ? {} : { method, body: { userId: target.user.id, role: 'admin' } }
    const before = [await db.select().from(user), await db.$count(session)]
    expect((await stranger.request(`/api/auth${path}`, init)).status).toBe(401)
    expect((await reader.request(`/api/auth${path}`, init)).status).toBe(403)
    const early = await newcomer.request(`/api/auth${path}`, init)
    expect([early.status, (await early.json()).code]).toEqual([403, 'NOT_ONBOARDED'])
    expect([await db.select().from(user), await db.$count(session)]).toEqual(before)
    const answer = await (await as('manager')).request(`/api/auth${path}`, init)
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toMatch(/"token"/i)
  })
})
