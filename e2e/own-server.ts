import { startServer, type RunningServer } from './server.ts'
import { test } from './test.ts'

/**
 * Tests of a file against a server of its own, with other settings; `expected` are errors in its log that they provoke.
 * Each server takes seconds to start: `mode: 'default'` keeps a file's tests together at one.
 */
export const testWith = (settings: () => Promise<Record<string, string>>, expected: readonly RegExp[] = []) =>
  test.extend<object, { server: RunningServer }>({
    server: [
      // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
      async ({}, use) => {
        const server = await startServer(await settings(), expected)
        await use(server)
        await server.stop()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: async ({ server }, use) => use(server.url),
    dataDir: async ({ server }, use) => use(server.dataDir),
  })
