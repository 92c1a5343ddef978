import { defineConfig } from 'vitest/config'

const SLOW = [
  // Start and kill whole processes.
  'src/db/embedded/*.test.ts',
  'src/cli/*.test.ts',
  // Try very many things, or wait as long as people do.
  'src/auth/api-key-limit.test.ts',
  'src/auth/client-limits.test.ts',
  'src/auth/client.test.ts',
  'src/auth/code-limits.test.ts',
  'src/auth/guess-limits.test.ts',
  'src/auth/known-browser.test.ts',
  'src/auth/last-admin.test.ts',
  'src/auth/odd-bodies.test.ts',
  'src/features/book/book-import.test.ts',
  'src/features/book/search-cases.test.ts',
  'src/features/book/search-judged.test.ts',
  'src/features/book/search-typos.test.ts',
  'src/features/user/user-protection.test.ts',
  'src/http/body-limit.test.ts',
  'src/lib/query-client.test.ts',
  'src/rpc/rest-bodies.test.ts',
  'src/rpc/rest-fuzz.test.ts',
]

/**
 * Unit and server tests: Node alone, on a real PostgreSQL. Journeys in a browser are Playwright's (`e2e/`).
 * The `slow` ones take their time, and `npm run check` does without.
 */
export default defineConfig({
  test: {
    globalSetup: 'src/test/global-setup.ts',
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      { extends: true, test: { ...shared(), name: 'fast', include: ['src/**/*.test.{ts,tsx}'], exclude: SLOW } },
      { extends: true, test: { ...shared(), name: 'slow', include: SLOW } },
    ],
  },
})

function shared() {
  return {
    setupFiles: 'src/test/setup.ts',
    // Workers are kept, and setup.ts gives each file modules of its own: a process a file takes twice as long.
    pool: 'forks' as const,
    isolate: false,
    testTimeout: 15_000,
    hookTimeout: 30_000,
  }
}
