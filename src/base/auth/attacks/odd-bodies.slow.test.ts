import { beforeAll, describe, expect, test } from 'vitest'
import { as, Caller, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { authEndpoints, restEndpoints, type Endpoint } from '#test/endpoints.ts'
import { useEnv } from '#test/env.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'

// High limits, so that the endpoints answer and not the rate limits.
useEnv({ CODES_PER_CLIENT: '1000000' })
useDatabase()
// An admin who remains when the others are demoted.
beforeAll(() => aUser({ role: 'admin' }))

// All fields that any endpoint reads.
const FIELDS =
  'userId id role email otp name image type provider callbackURL errorCallbackURL token sessionToken data permissions ' +
  'permission banReason banExpiresIn newPassword newEmail person password idToken disableRefresh searchValue searchField ' +
  'limit offset sortBy filterField filterValue filterOperator sortDirection error state code code_challenge'
const VALUES: unknown[] = [
  '',
  ' ',
  'x',
  'a\0b',
  '\uD800',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1; --",
  '../../etc/passwd',
  'x'.repeat(3000),
  0,
  -1,
  1e308,
  null,
  true,
  [],
  ['constructor'],
  [[['x']]],
  {},
  { constructor: { prototype: 1 }, user: ['list'], banned: 'x' },
  '01a1fc5f-3ab8-711d-bde4-965ef5d28919',
]
const BROKEN = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '7',
  '{"a":1',
  '\uFEFF{}',
  '{"__proto__":{"role":"admin"}}',
  '[[[['.repeat(5000),
]
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/json; charset=x',
  '',
]

type Part = 'stranger' | 'reader' | 'manager'

const filled = (value: unknown): Record<string, unknown> =>
  Object.fromEntries(FIELDS.split(' ').map((field) => [field, value]))

/** Sends a request and expects no server error and no token in the response. */
async function expectCalm(caller: Caller, { method, path }: Endpoint, body: unknown, type?: string): Promise<void> {
  const hasBody = method !== 'GET' && body !== undefined
  const response = await caller.request(path, {
    method,
    ...(hasBody && { body }),
    ...(hasBody && type !== undefined && { headers: { 'content-type': type } }),
  })
  const text = await response.text()
  const what = `${method} ${path} ${type ?? ''} ${JSON.stringify(body)?.slice(0, 200)}: ${text.slice(0, 200)}`
  expect(response.status, what).toBeLessThan(500)
  // The response may contain the name of a sent field, with its error.
  expect(text, what).not.toMatch(/"token":(?!"(validation_unknown|field_not_allowed|This [a-z ]+)")/)
}

const inQuery = ({ method, path }: Endpoint, value: unknown): Endpoint => {
  const text = typeof value === 'string' ? value.slice(0, 5000) : JSON.stringify(value)
  const query = new URLSearchParams(FIELDS.split(' ').map((field) => [field, text.toWellFormed()]))
  return { method, path: `${path}?${query}` }
}

const someone = (part: Part): Promise<Caller> => (part === 'stranger' ? as(part) : as(part))

/** The open endpoints of better-auth that take input. */
async function openOnes(): Promise<Endpoint[]> {
  const open = []
  for (const endpoint of authEndpoints().filter(({ method }) => method !== 'GET')) {
    const { status } = await new Caller().request(endpoint.path, { method: endpoint.method, body: {} })
    if (status !== 404) open.push(endpoint)
  }
  expect(open.length).toBeGreaterThan(12)
  return open
}

const faults = () => logged.filter(({ level }) => Number(level) >= 50)

describe.each<Part>(['stranger', 'reader', 'manager'])('whatever a %s sends', (part) => {
  test('malformed bodies cause no server error', async () => {
    for (const endpoint of await openOnes()) {
      const caller = await someone(part)
      for (const body of BROKEN) await expectCalm(caller, endpoint, body)
      for (const type of TYPES) await expectCalm(caller, endpoint, 'name=x&email=a%40example.org', type)
    }
    expect(faults()).toEqual([])
  })

  test('fields of any type cause no server error', async () => {
    for (const endpoint of await openOnes()) {
      const caller = await someone(part)
      for (const value of VALUES) await expectCalm(caller, endpoint, filled(value))
    }
    expect(faults()).toEqual([])
  })

  test('odd queries cause no server error', async () => {
    const caller = await someone(part)
    const reads = [...authEndpoints(), ...restEndpoints()].filter(({ method }) => method === 'GET')
    expect(reads.length).toBeGreaterThan(10)
    for (const endpoint of reads)
      for (const value of VALUES.slice(0, 14)) await expectCalm(caller, inQuery(endpoint, value), undefined)
    expect(faults()).toEqual([])
  })
})

describe('changes of a user by a manager', () => {
  const ROLES = [
    '',
    'constructor',
    '__proto__',
    'user, admin',
    'x'.repeat(10_000),
    'a\0b',
    7,
    null,
    [],
    [''],
    ['x', 'user'],
  ]
  const CHANGES = [
    ...ROLES.map((role) => ({ method: 'PATCH', path: '', role })),
    ...[0, -1, 1, 1e15, 1e308, 'x', '', '9999-12-31T00:00:00Z', '+275760-09-13T00:00:00Z', true, [], {}].map(
      (until) => ({
        method: 'POST',
        path: '/ban',
        until,
      }),
    ),
    ...['', 'a\0b', '\uD800', 'x'.repeat(200_000), 7, null, {}].map((reason) => ({
      method: 'POST',
      path: '/ban',
      reason,
    })),
  ]

  test('with odd values cause no server error, neither at once nor for the user afterwards', async () => {
    for (const { method, path, ...change } of CHANGES) {
      const [manager, person] = [await as('manager'), await aUser()]
      const endpoint = { method, path: `/api/v1/users/${person.id}${path}` }
      await expectCalm(manager, endpoint, { ...(method === 'PATCH' && { version: person.version }), ...change })
      const theirs = await signedIn(person)
      for (const read of ['/api/auth/get-session', '/api/auth/admin/list-users', '/api/v1/me', '/api/v1/books'])
        await expectCalm(theirs, { method: 'GET', path: read }, undefined)
      await expectCalm(
        theirs,
        { method: 'POST', path: '/api/auth/admin/impersonate-user' },
        { userId: manager.user.id },
      )
    }
    expect(faults()).toEqual([])
  })
})
