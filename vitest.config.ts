import { defineConfig } from 'vitest/config'

const PROCESSES = ['src/db/embedded/*.test.ts', 'src/cli/*.test.ts']

/**
 * Unit and server tests: Node alone, on a real PostgreSQL. Journeys in a browser are Playwright's (`e2e/`).
 * `processes` are those that start and kill whole processes: they take their time, and `npm run check` does without.
 */
export default defineConfig({
  test: {
    globalSetup: 'src/test/global-setup.ts',
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      { extends: true, test: { ...shared(), name: 'fast', include: ['src/**/*.test.{ts,tsx}'], exclude: PROCESSES } },
      { extends: true, test: { ...shared(), name: 'processes', include: PROCESSES } },
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
