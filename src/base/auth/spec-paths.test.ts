import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { session, user } from '#base/db/tables/user.ts'
import { as, type Caller, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'

useDatabase()
beforeAll(() => aUser({ role: 'admin' }))

async function banned(role: string): Promise<SignedInCaller> {
  const caller = await as('reader', { role })
  await db.update(user).set({ banned: true }).where(eq(user.id, caller.user.id))
  return caller
}

const PEOPLE = {
  stranger: () => as('stranger'),
  newcomer: () => as('newcomer'),
  reader: () => as('reader'),
  banned: () => banned('user'),
  'banned admin': () => banned('admin'),
} satisfies Record<string, () => Promise<Caller>>
type Person = keyof typeof PEOPLE

const ALL = ['stranger', 'newcomer', 'reader', 'banned', 'banned admin'] as const
// The paths of section 7 of the specification, and the status for each caller in the order of ALL.
const PATHS: [string, [number, string | null][]][] = [
  [
    'POST /sign-out',
    [
      [200, null],
      [200, null],
      [200, null],
      [200, null],
      [200, null],
    ],
  ],
  [
    'POST /revoke-sessions',
    [
      [401, 'UNAUTHORIZED'],
      [200, null],
      [200, null],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ],
  ],
  [
    'POST /revoke-other-sessions',
    [
      [401, 'UNAUTHORIZED'],
      [200, null],
      [200, null],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ],
  ],
  [
    'POST /delete-user',
    [
      [401, 'UNAUTHORIZED'],
      [403, 'SESSION_EXPIRED'],
      [403, 'SESSION_EXPIRED'],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ],
  ],
  [
    'GET /admin/list-users',
    [
      [401, 'UNAUTHORIZED'],
      [403, 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'],
      [403, 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ],
  ],
  [
    'POST /admin/stop-impersonating',
    [
      [401, 'UNAUTHORIZED'],
      [409, 'NOT_IMPERSONATING'],
      [409, 'NOT_IMPERSONATING'],
      [401, 'UNAUTHORIZED'],
      [401, 'UNAUTHORIZED'],
    ],
  ],
]

const CASES = PATHS.flatMap(([line, answers]) =>
  answers.map(([status, code], index) => [line, ALL[index] ?? 'stranger', status, code] as const),
)

describe('the specification’s own auth paths', () => {
  test.each(CASES)('%s, by a %s: %d %s', async (line, person: Person, status, code) => {
    const [method = '', path = ''] = line.split(' ')
    const caller = await PEOPLE[person]()
    const bystander = await as('reader')
    const users = await db.select().from(user)
    const response = await caller.request(`/api/auth${path}`, method === 'GET' ? {} : { method, body: {} })
    const text = await response.text()
    expect([response.status, JSON.parse(text)?.code ?? null]).toEqual([status, code])
    expect(text).not.toMatch(/token/i)
    expect(response.headers.get('cache-control')).toContain('no-store')
    // They change no user, and end no session of another user.
    expect(await db.select().from(user)).toEqual(users)
    expect((await bystander.request('/api/v1/me')).status).toBe(200)
  })

  test.each(['newcomer', 'reader'] as const)('/get-session tells a %s who they are', async (person) => {
    const caller = await PEOPLE[person]()
    const answer = await (await caller.request('/api/auth/get-session')).json()
    if (!('user' in caller)) throw new Error('Nobody is signed in')
    expect(answer).toMatchObject({
      user: { id: caller.user.id, email: caller.user.email },
      session: { id: caller.session.id, userId: caller.user.id },
    })
    const text = JSON.stringify(answer)
    for (const secret of ['token', 'authenticatedAt', 'impersonatorSessionId', 'adminListedAt', caller.session.token])
      expect(text).not.toContain(secret)
  })

  test.each(['stranger', 'banned', 'banned admin'] as const)('/get-session tells a %s: nobody', async (person) => {
    const response = await (await PEOPLE[person]()).request('/api/auth/get-session')
    expect([response.status, await response.json()]).toEqual([200, null])
  })

  test('/sign-out ends the session at once, and no other', async () => {
    const [caller, other] = [await as('reader'), await as('reader')]
    const { cookieHeader } = caller
    await caller.request('/api/auth/sign-out', { method: 'POST', body: {} })
    expect(await db.$count(session, eq(session.id, caller.session.id))).toBe(0)
    expect((await caller.request('/api/v1/me', { headers: { cookie: cookieHeader } })).status).toBe(401)
    expect((await other.request('/api/v1/me')).status).toBe(200)
  })

  test('/admin/list-users returns no tokens and no sessions', async () => {
    const manager = await as('manager')
    const response = await manager.request('/api/auth/admin/list-users?limit=100')
    const { users, total } = await response.json()
    expect(total).toBeGreaterThan(1)
    expect(users.map(({ id }: { id: string }) => id)).toContain(manager.user.id)
    expect(JSON.stringify(users)).not.toMatch(/token|session/i)
  })

  test.each(['/sign-out', '/revoke-sessions', '/revoke-other-sessions', '/delete-user', '/admin/stop-impersonating'])(
    '%s is no matter of GET, nor of a foreign page',
    async (path) => {
      const caller = await as('reader')
      expect([403, 404]).toContain((await caller.request(`/api/auth${path}`)).status)
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }]) {
        const foreign = await caller.request(`/api/auth${path}`, { body: {}, headers })
        expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'INVALID_ORIGIN'])
      }
      expect((await caller.request('/api/v1/me')).status).toBe(200)
    },
  )
})
