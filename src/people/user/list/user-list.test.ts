import { beforeAll, describe, expect, test } from 'vitest'
import { moveClock } from '#base/lib/clock.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { labelled } from '#test/labelled.ts'
import { userRouter } from '../user.router.server.ts'
import type { UserListInput } from '../user.schema.ts'

useDatabase()
let manager: SignedInCaller
const HOUR = 3_600_000
/** In the order in which they were added, whatever the clock: ids of one millisecond have none. */
const OTHERS = [
  { name: 'Éloïse Müller', email: 'eloise@lycee.fr' },
  { name: 'فاطمة الزهراء', email: 'fatima@example.org', role: 'user,admin' },
  { name: 'Juma Mwangi', email: 'juma@shule.tz', emailVerified: false },
  { name: '', email: 'neema@shule.tz', onboardedAt: null, emailVerified: false },
  { name: 'Zawadi', email: 'zawadi@example.org', banned: true },
  { name: 'Banned once', email: 'once@example.org', banned: true, banExpires: new Date(Date.now() - HOUR) },
  { name: 'Banned yet', email: 'yet@example.org', banned: true, banExpires: new Date(Date.now() + HOUR) },
]

beforeAll(async () => {
  manager = await as('manager', { name: 'Amina Khamis', email: 'amina@example.org' })
  for (const [index, one] of OTHERS.entries())
    await aUser({ ...one, id: `ffffffff-0000-7000-8000-00000000000${index}` })
})

const list = (input: UserListInput = {}) => manager.call(userRouter.list, input)
const emails = async (input: UserListInput) => (await list(input)).items.map(({ email }) => email?.split('@')[0])

describe('the list of users', () => {
  test('is by name, who has none comes last; or the newest first', async () => {
    expect(await emails({})).toEqual(['amina', 'once', 'yet', 'eloise', 'juma', 'zawadi', 'fatima', 'neema'])
    expect(await emails({ sort: 'added' })).toEqual('yet once zawadi neema juma fatima eloise amina'.split(' '))
  })

  test.each(
    labelled([
      [{ searchTerm: 'ELOISE' }, ['eloise']],
      [{ searchTerm: 'muller' }, ['eloise']],
      [{ searchTerm: 'khamis amina' }, ['amina']],
      [{ searchTerm: 'فاطمه' }, ['fatima']],
      [{ searchTerm: 'shule.tz' }, ['juma', 'neema']],
      [{ searchTerm: 'juma@shule.tz' }, ['juma']],
      [{ searchTerm: 'banned', state: 'banned' }, ['yet']],
      [{ searchTerm: '%' }, []],
      [{ searchTerm: '📚' }, []],
      [{ searchTerm: 'nobody at all' }, []],
      [{ role: 'admin' }, ['amina', 'fatima']],
      [{ role: 'user', searchTerm: 'example' }, ['once', 'yet', 'zawadi', 'fatima']],
      [{ state: 'unverified' }, ['juma', 'neema']],
      [{ state: 'notOnboarded' }, ['neema']],
      [{ state: 'neverSignedIn' }, ['neema']],
      [{ state: 'banned' }, ['yet', 'zawadi']],
      [{ state: 'banned', role: 'admin' }, []],
    ] satisfies [UserListInput, string[]][]),
  )('%s', async (_, input, found) => {
    expect(await emails(input)).toEqual(found)
    expect((await list(input)).total).toBe(found.length)
    const { searchTerm, role, state } = { searchTerm: '', role: undefined, state: undefined, ...input }
    expect(await manager.call(userRouter.count, { searchTerm, role, state })).toEqual({ total: found.length })
  })

  test('forgets a ban that is over', async () => {
    moveClock(2 * HOUR)
    try {
      expect(await emails({ state: 'banned' })).toEqual(['zawadi'])
      expect((await list({ state: 'banned' })).total).toBe(1)
    } finally {
      moveClock(0)
    }
  })

  test('pages without a gap, in every order', async () => {
    for (const sort of ['name', 'added'] as const) {
      const whole = await emails({ sort })
      const paged: (string | undefined)[] = []
      let cursor: string | undefined
      do {
        const page = await list({ sort, limit: 3, ...(cursor !== undefined && { cursor }) })
        paged.push(...page.items.map(({ email }) => email?.split('@')[0]))
        expect(page.total).toBe(8)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(paged).toEqual(whole)
    }
  })

  test('by REST holds what managers may know, and nothing secret', async () => {
    const response = await manager.request('/api/v1/users?searchTerm=fatima&role=admin&limit=1')
    const body = await response.json()
    expect([response.status, body]).toMatchObject([
      200,
      { total: 1, nextCursor: null, items: [{ role: 'user,admin' }] },
    ])
    expect(Object.keys(body.items[0]).toSorted()).toEqual(
      'banExpires banReason banned createdAt email emailVerified id invitedAt name onboardedAt role updatedAt version'.split(
        ' ',
      ),
    )
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['role=owner', 'role'],
    ['state=asleep', 'state'],
    ['sort=shoe', 'sort'],
    [`searchTerm=${'x'.repeat(201)}`, 'searchTerm'],
    ['searchTerm=%00', 'searchTerm'],
  ])('refuses %s at its field', async (query, field) => {
    const response = await manager.request(`/api/v1/users?${query}`)
    const { code, data } = await response.json()
    expect([response.status, code, Object.keys(data.fields)]).toEqual([400, 'VALIDATION_ERROR', [field]])
  })
})
