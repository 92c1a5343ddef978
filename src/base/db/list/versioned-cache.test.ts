import { sql } from 'drizzle-orm'
import { inject, expect, test } from 'vitest'
import { useDatabase } from '#test/database.ts'
import { asAdmin } from '#test/server.ts'
import { db } from '../connection/client.server.ts'
import { VersionedCache, VersionedPromiseCache } from './versioned-cache.server.ts'

const { url } = useDatabase()

test('what is kept is of one version, and the one asked for longest ago goes first', () => {
  const cache = new VersionedCache<number>(2)
  cache.set('a', '1:1', 1)
  expect([cache.get('a', '1:1'), cache.get('a', '2:3')]).toEqual([1, undefined])
  cache.set('b', '1:1', 2)
  cache.set('a', '1:1', 3)
  cache.set('c', '1:1', 4)
  expect(['a', 'b', 'c'].map((key) => cache.get(key, '1:1'))).toEqual([3, undefined, 4])
})

test('a failure is not kept', async () => {
  const cache = new VersionedPromiseCache<number>(2)
  await expect(cache.getOrLoad('a', '1:1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cache.getOrLoad('a', '1:1', () => Promise.resolve(1))).toBe(1)
  expect(await cache.getOrLoad('a', '1:1', () => Promise.resolve(2))).toBe(1)
})

test('nothing is kept beyond a broken connection: another server may have other rows under the same version', async () => {
  const cache = new VersionedCache<number>(2)
  await db.execute(sql`select 1`)
  cache.set('a', '1:1', 1)
  expect(cache.get('a', '1:1')).toBe(1)
  const name = new URL(url).pathname.slice(1)
  await asAdmin(
    inject('server').admin,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  await expect.poll(() => cache.get('a', '1:1')).toBeUndefined()
})
