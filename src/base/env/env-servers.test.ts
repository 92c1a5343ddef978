import { expect, test } from 'vitest'
import { readEnv } from './env.server.ts'

test('what differs between the servers of a library is no change of its settings', () => {
  const one = readEnv({ DATA_DIR: '/srv/one', PORT: '3001', SIGNUP: 'false' }).given
  const other = readEnv({ DATA_DIR: '/srv/two', WORKERS: '2', SIGNUP: 'false' }).given
  expect(other.shared).toEqual(one.shared)
  expect([one.names, one.shared.names]).toEqual([['DATA_DIR', 'PORT', 'SIGNUP'], ['SIGNUP']])
  const changed = readEnv({ DATA_DIR: '/srv/one', PORT: '3001', SIGNUP: 'true' }).given
  expect(changed.shared.digest).not.toBe(one.shared.digest)
})

test('with a database of its own a library may have more workers', () => {
  const own = { DATABASE_URL: 'postgres://maktaba@db/maktaba', MAIL: 'outbox', AUTH_SECRET: 'x'.repeat(32) }
  expect(readEnv({ ...own, WORKERS: '64' }).workers).toBe(64)
  expect(() => readEnv({ WORKERS: '21' })).toThrow('allowed is a whole number from 1 to 20')
})
