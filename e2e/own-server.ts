import { startOwnServer, type OwnServer } from './own-servers.ts'
import { test } from './test.ts'

/**
 * Tests of a file against a separate server with other settings, on a copy of the seeded library, or on a new one if
 * the settings include a seed. `expected` are log errors that the tests provoke. Starting a server takes seconds: use
 * `mode: 'default'`, so that the tests of a file share one.
 */
export const testWith = (
  settings: () => Promise<Record<string, string>>,
  expected: readonly RegExp[] = [],
  { isShared = false } = {},
) => {
  const start = async () => startOwnServer({ settings: await settings(), expected, isShared })
  return test.extend<{ server: OwnServer }>({
    server: [async ({ ownServers }, use) => use(await ownServers.get(start, isShared)), { timeout: 180_000 }],
    baseURL: async ({ server }, use) => use(server.url),
    dataDir: async ({ server }, use) => use(server.dataDir),
  })
}
