import { afterEach, expect, test } from 'vitest'
import { moveClock } from '#base/lib/clock.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'

useDatabase()
afterEach(() => moveClock(0))

const ME = '/api/v1/me'
const MISSING = '/api/v1/books/01890000-0000-7000-8000-000000000000'
const newKey = async () => (await aKey(await aUser({ role: 'admin' }), { scopes: ['book:read'] })).key
const limitsOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

test('each key has 600 requests a minute', async () => {
  const [key, other] = [await newKey(), await newKey()]
  expect(limitsOf(await withKey(key, ME))).toEqual(['"key";q=600;w=60', '"key";r=599;t=60'])
  for (let count = 0; count < 599; count++) await withKey(key, MISSING)
  moveClock(20_500)
  const refused = await withKey(key, ME)
  expect(refused.status).toBe(429)
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(40)
  expect(limitsOf(refused)).toEqual(['"key";q=600;w=60', `"key";r=0;t=${seconds}`])
  expect(await refused.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    data: { retryAfter: seconds },
  })
  expect((await withKey(other, ME)).status).toBe(200)
  moveClock(61_000)
  expect(limitsOf(await withKey(key, ME))).toEqual(['"key";q=600;w=60', '"key";r=599;t=60'])
})

test('every response to a key has the remaining quota, errors too', async () => {
  const key = await newKey()
  const answers = [
    await withKey(key, MISSING),
    await withKey(key, '/api/v1/books?limit=0'),
    await withKey(key, '/api/v1/genres'),
    await withKey(key, '/api/v1/books', { body: '{' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 400, 403, expect.any(Number)])
  expect(answers.map((one) => one.headers.get('ratelimit')?.split(';')[1])).toEqual([
    'r=599',
    'r=598',
    'r=597',
    'r=596',
  ])
})

test('requests with a session are not counted', async () => {
  const caller = await as('manager')
  expect(limitsOf(await caller.request(ME))).toEqual([null, null])
  expect(limitsOf(await withKey('mkt_nonsense', ME))).toEqual([null, null])
})
