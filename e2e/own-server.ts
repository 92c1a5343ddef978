import { copyLibrary } from './library.ts'
import { startServer, type RunningServer } from './server.ts'
import { test } from './test.ts'

/**
 * Tests of a file against a separate server with other settings, on a copy of the seeded library, or on a new one if
 * the settings include a seed. `expected` are log errors that the tests provoke. Starting a server takes seconds: use
 * `mode: 'default'`, so that the tests of a file share one.
 */
export const testWith = (settings: () => Promise<Record<string, string>>, expected: readonly RegExp[] = []) =>
  test.extend<object, { server: RunningServer }>({
    server: [
      // eslint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
      async ({}, use) => {
        const chosen = await settings()
        const library = chosen.SEED === undefined ? await copyLibrary() : undefined
        const server = await startServer({ ...library?.settings, ...chosen }, expected)
        library?.belongsTo(server.dataDir)
        await use(server)
        await server.stop()
        await library?.drop()
      },
      { scope: 'worker', timeout: 60_000 },
    ],
    baseURL: async ({ server }, use) => use(server.url),
    dataDir: async ({ server }, use) => use(server.dataDir),
  })
