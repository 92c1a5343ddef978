import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { env } from '#base/env/env.server.ts'
import { TEST_SECRET, useEnv } from '#test/env.ts'

beforeEach(() => vi.resetModules())
const freshSecret = async () => (await import('./secret.server.ts')).authSecret()
const { dataDir } = env()

test('the secret is AUTH_SECRET if set', async () => {
  useEnv({ AUTH_SECRET: TEST_SECRET })
  expect(await freshSecret()).toBe(TEST_SECRET)
  expect(readdirSync(dataDir)).toEqual([])
})

test('without AUTH_SECRET one is generated, long and readable only by its owner', async () => {
  useEnv({ AUTH_SECRET: undefined, DATA_DIR: join(dataDir, 'new', 'data') })
  const secret = await freshSecret()
  expect(secret).toMatch(/^[\w-]{43}$/)
  const file = join(dataDir, 'new', 'data', 'secret')
  expect(readFileSync(file, 'utf8').trim()).toBe(secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(dataDir, 'new', 'data')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(dataDir, 'new', 'data'))).toEqual(['secret'])
  vi.resetModules()
  expect(await freshSecret()).toBe(secret)
})

test('the secret differs between installations', async () => {
  const secrets: string[] = []
  for (const name of ['one', 'two']) {
    useEnv({ AUTH_SECRET: undefined, DATA_DIR: join(dataDir, name) })
    vi.resetModules()
    secrets.push(await freshSecret())
  }
  expect(new Set(secrets).size).toBe(2)
})

test('the draft of a killed process is ignored', async () => {
  useEnv({ AUTH_SECRET: undefined, DATA_DIR: join(dataDir, 'one') })
  rmSync(join(dataDir, 'one', 'secret'))
  writeFileSync(join(dataDir, 'one', `secret.${process.pid}`), 'half')
  expect(await freshSecret()).toMatch(/^[\w-]{43}$/)
})

test.each(['', '\n', 'short'])('a secret file of %j stops the start instead of signing with nothing', async (text) => {
  useEnv({ AUTH_SECRET: undefined, DATA_DIR: join(dataDir, 'one') })
  writeFileSync(join(dataDir, 'one', 'secret'), text)
  await expect(freshSecret()).rejects.toThrow(/secret/)
})
