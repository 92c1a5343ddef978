import { eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { account, session, user } from '#base/db/tables/user.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { as, Caller, inRequest, signedCookie } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { handle } from '#test/http.ts'
import { labelled } from '#test/labelled.ts'
import { requestSignInCode, codeFor, enterCode, mailsTo } from '#test/sign-in/outbox.ts'
import { auth } from '../better-auth/auth.server.ts'
import { sessionCookieName } from '../session/session.server.ts'
import { codeRouter } from '#people/code/code.router.server.ts'

useDatabase()

let made = 0
const newAddress = (): string => `victim-${(made += 1)}@example.org`
const stateOf = async (id: string) => (await db.select().from(user).where(eq(user.id, id)))[0]

describe('a cookie', () => {
  test('with any letter changed is invalid', async () => {
    const caller = await as('reader')
    const name = sessionCookieName()
    const value = decodeURIComponent(caller.cookies.get(name) ?? '')
    expect((await caller.request('/api/v1/me')).status).toBe(200)
    // The last character before the padding has unused bits; all others are significant.
    for (let at = 0; at < value.length - 2; at += 1) {
      const other = value[at] === 'A' ? 'B' : 'A'
      const cookie = `${name}=${encodeURIComponent(value.slice(0, at) + other + value.slice(at + 1))}`
      expect((await caller.request('/api/v1/me', { headers: { cookie } })).status, `letter ${at}`).toBe(401)
    }
  })

  test('of a deleted user is invalid, for reads and writes', async () => {
    const caller = await as('reader')
    await db.delete(user).where(eq(user.id, caller.user.id))
    for (const path of ['/api/v1/me', '/api/v1/books', '/api/v1/genres'])
      expect((await caller.request(path)).status).toBe(401)
    expect((await caller.request('/api/auth/update-user', { body: { name: 'Ghost' } })).status).toBe(401)
    await expect(caller.call(codeRouter.sendCode, undefined)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(caller.call(accountRouter.onboard, { name: 'Ghost' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('with an invented token is invalid even if correctly signed', async () => {
    const caller = new Caller()
    for (const token of ['', ' ', 'undefined', 'null', "' or 1=1 --", 'a'.repeat(5000), '%00', 'a.b.c']) {
      caller.cookies.set(sessionCookieName(), signedCookie(token))
      expect((await caller.request('/api/v1/me')).status).toBe(401)
      expect((await caller.request('/api/auth/get-session')).status).toBe(200)
    }
  })

  test('that was planted before a sign-in does not become the session (fixation)', async () => {
    const [email, attacker] = [newAddress(), await as('reader')]
    const planted = attacker.cookies.get(sessionCookieName()) ?? ''
    const victim = new Caller()
    victim.cookies.set(sessionCookieName(), planted)
    await requestSignInCode(victim, email)
    expect((await enterCode(victim, email, await codeFor(email))).status).toBe(200)
    expect(victim.cookies.get(sessionCookieName())).not.toBe(planted)
    // The sign-in has ended the planted session.
    expect((await attacker.request('/api/v1/me')).status).toBe(401)
  })
})

describe('changing oneself', () => {
  const EXTRA = {
    role: 'admin',
    onboardedAt: '2020-01-01T00:00:00.000Z',
    emailVerified: false,
    email: 'another@example.org',
    banned: true,
    banReason: 'x',
    image: 'https://tracker.example/x.png',
    adminListedAt: '2020-01-01T00:00:00.000Z',
    createdAt: '2020-01-01T00:00:00.000Z',
    id: '01a1fc5f-3ab8-711d-bde4-965ef5d28919',
    userId: '01a1fc5f-3ab8-711d-bde4-965ef5d28919',
  }

  // Columns that the database updates together with the name.
  const SAME = { version: 0, updatedAt: 0, allWords: '', walkWords: '', sortName: '' }

  test('accepts the name, and rejects every other field by its name', async () => {
    const caller = await as('reader')
    const before = await stateOf(caller.user.id)
    const response = await caller.request('/api/auth/update-user', { body: { name: ' Assia ', ...EXTRA } })
    const { code, data } = await response.json()
    expect([response.status, code, Object.keys(data.fields)]).toEqual([400, 'FIELD_NOT_ALLOWED', Object.keys(EXTRA)])
    expect(await stateOf(caller.user.id)).toEqual(before)
    expect((await caller.request('/api/auth/update-user', { body: { name: ' Assia ' } })).status).toBe(200)
    expect({ ...(await stateOf(caller.user.id)), ...SAME }).toEqual({ ...before, name: 'Assia', ...SAME })
  })

  test('at onboarding too', async () => {
    const caller = await as('newcomer')
    const before = await stateOf(caller.user.id)
    await caller.call(accountRouter.onboard, { name: 'Assia', ...EXTRA })
    const after = await stateOf(caller.user.id)
    expect(after?.onboardedAt?.getFullYear()).toBeGreaterThan(2024)
    const same = { ...SAME, onboardedAt: 0 }
    expect({ ...after, ...same }).toEqual({ ...before, name: 'Assia', ...same })
  })
})

const NAMES: [string, unknown][] = [
  ['of a megabyte', 'x'.repeat(1_000_000)],
  ['of 101 letters', 'x'.repeat(101)],
  ['that is a number', 7],
  ['that is a list', ['Ada']],
  ['that is an object', { toString: 'Ada' }],
  ['that is nothing', null],
  ['with a NUL', 'Ada\0'],
  ['with an escape', '\u001B[31mAda'],
  ['of nothing', ''],
  ['of spaces', ' \u00A0\u3000\u2003\n'],
  ['of marks of direction', '\u200F\u200E\u061C'],
  ['of a zero-width space', '\u200B'],
  ['of a soft hyphen and a joiner', '\u00AD\u200D'],
  ['of a filler that is a letter', '\u3164'],
  ['of an empty braille sign', '\u2800'],
  ['of an accent on nothing', '\u0301'],
  ['that turns what follows it round', 'Ada\u202Enimda'],
  ['that isolates what follows it', 'Ada\u2067'],
  ['on two lines', 'Ada\nLovelace'],
  ['with half a letter', 'Ada\uD83D'],
]

describe('a name', () => {
  test.each(NAMES)('%s is refused: in changing it, at the welcome, and nothing is kept', async (_, name) => {
    const [reader, newcomer] = [await as('reader', { name: 'Before' }), await as('newcomer')]
    const response = await reader.request('/api/auth/update-user', { body: { name } })
    expect([response.status, (await response.json()).code]).toEqual([400, 'VALIDATION_ERROR'])
    await expect(newcomer.call(accountRouter.onboard, { name: name as string })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    if (typeof name === 'string') {
      const form = await newcomer.request('/onboarding', { body: new URLSearchParams({ name }) })
      expect(form.headers.get('location')).toBeNull()
    }
    expect((await stateOf(reader.user.id))?.name).toBe('Before')
    expect(await stateOf(newcomer.user.id)).toMatchObject({ name: '', onboardedAt: null })
  })

  test.each(NAMES)('%s in a sign-in by code does no harm: it is not read', async (_, name) => {
    const [email, caller] = [newAddress(), new Caller()]
    await requestSignInCode(caller, email)
    const body = { email, otp: await codeFor(email), name, image: name }
    expect((await caller.request('/api/auth/sign-in/email-otp', { body })).status).toBe(200)
    const [row] = await db.select().from(user).where(eq(user.email, email))
    expect(row).toMatchObject({ name: '', image: null, role: 'user' })
  })

  test.each(['A', 'نجيب محفوظ', 'Ngũgĩ wa Thiong’o', 'שָׁלוֹם\u200F', 'می\u200Cخواهم', '李', '😀', "O'Neill-Łukasz Jr."])(
    'that somebody has is taken: %s',
    async (name) => {
      const caller = await as('reader')
      expect((await caller.request('/api/auth/update-user', { body: { name } })).status).toBe(200)
      expect((await stateOf(caller.user.id))?.name).toBe(name)
    },
  )
})

describe('a page of another site', () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://localhost:3000' },
    { origin: 'http://localhost:3001' },
    { origin: 'http://localhost:3000.evil.example' },
    { origin: 'http://evil.localhost:3000' },
    { origin: 'http://localhost:3000/' },
    { origin: '' },
    { origin: 'http://localhost:3000, https://evil.example' },
  ]
  test.each(labelled(FOREIGN.map((headers) => [headers] as const)))(
    'can neither ask for a code nor sign in: %s',
    async (_, headers) => {
      const email = newAddress()
      const caller = new Caller()
      await requestSignInCode(caller, email)
      const otp = await codeFor(email)
      for (const [path, body] of [
        ['/login', new URLSearchParams({ email })],
        [`/login/verify?email=${email}`, new URLSearchParams({ code: otp })],
        ['/onboarding', new URLSearchParams({ name: 'Evil' })],
        ['/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' }],
        ['/api/auth/sign-in/email-otp', { email, otp }],
      ] as const) {
        const answer = await caller.request(path, { body, headers })
        expect([path, answer.status, (await answer.json()).code]).toEqual([path, 403, 'INVALID_ORIGIN'])
      }
      expect(await mailsTo(email)).toHaveLength(1)
      expect(await db.$count(user, eq(user.email, email))).toBe(0)
    },
  )

  test('nor by a browser without Origin whose Sec-Fetch-Site says cross-site', async () => {
    const caller = await as('reader')
    for (const site of ['cross-site', 'same-site']) {
      const headers = new Headers({ 'sec-fetch-site': site, cookie: caller.cookieHeader, host: 'localhost:3000' })
      const sent = new Request('http://localhost:3000/api/auth/sign-out', { method: 'POST', headers })
      expect((await handle(sent, '192.0.2.1')).status).toBe(403)
    }
    expect((await caller.request('/api/v1/me')).status).toBe(200)
  })
})

// A long timeout for a busy machine: none may fail, however long all fifty take.
test('fifty concurrent sign-ins all succeed', async () => {
  const people = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { email } = index % 2 === 0 ? await aUser() : { email: newAddress() }
      const caller = new Caller()
      await requestSignInCode(caller, email)
      return { caller, email, code: await codeFor(email) }
    }),
  )
  const answers = await Promise.all(people.map(({ caller, email, code }) => enterCode(caller, email, code)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(50)
})

test('thirty concurrent sign-ins by a provider do not deadlock', async () => {
  const { internalAdapter } = await auth().$context
  const made = await inRequest(() =>
    Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        internalAdapter.createOAuthUser(
          { email: newAddress(), name: 'Somebody', emailVerified: true },
          { providerId: 'oidc', accountId: `rush-${index}`, accessToken: 'kept by nobody' },
        ),
      ),
    ),
  )
  expect(new Set(made.map(({ user: { id } }) => id)).size).toBe(30)
  expect(await db.$count(account, eq(account.providerId, 'oidc'))).toBe(30)
  expect(await db.$count(account, isNotNull(account.accessToken))).toBe(0)
})

test.each(['/api/auth/error', '/api/auth/callback/oidc', '/api/auth/callback/github'])(
  'what %s is told about an error does not come back as a page',
  async (path) => {
    const evil = '<script>alert(1)</script>'
    const query = new URLSearchParams({ error: evil, error_description: evil, state: evil, code: evil })
    const response = await new Caller().request(`${path}?${query}`)
    expect(response.status).toBeLessThan(500)
    expect(await response.text()).not.toContain('<script>')
    expect(response.headers.get('location') ?? '/login/error').toMatch(/^(http:\/\/localhost:3000)?\/login\/error\b/)
  },
)

test('the demo’s sign-in does not exist when the demo is off', async () => {
  const caller = new Caller()
  const sessions = await db.$count(session)
  const body = { person: 'manager' }
  expect((await caller.request('/api/auth/sign-in/demo', { body })).status).toBe(404)
  const form = await caller.request('/login/demo', { body: new URLSearchParams(body) })
  expect(form.headers.get('location')).toBeNull()
  expect([caller.cookies.size, await db.$count(session)]).toEqual([0, sessions])
})
