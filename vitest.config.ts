import { defineConfig } from 'vitest/config'
import { messagesInOne } from './src/test/messages-in-one.ts'

/** Files that start and kill whole processes, try very many things, or wait as long as people do. */
const SLOW = 'src/**/*.slow.test.ts'
/** Files that take a second or more: a quarter of all, in which two thirds of the time goes. */
const LONG = 'src/**/*.long.test.ts'
/** Tested in a browser: see vitest.browser.config.ts. Those above `base/ui/` say so in their name. */
const COMPONENTS = ['src/base/ui/**/*.test.tsx', 'src/**/*.browser.test.tsx']

/**
 * Unit and server tests: Node alone, on a real PostgreSQL. Journeys in a browser are Playwright's (`e2e/`).
 * The long ones and the slow ones say so in their name, and `npm run check` does without both: `npm test` runs the long
 * ones (`.long.test.ts`) too, `npm run test:slow` the slow ones (`.slow.test.ts`).
 */
export default defineConfig({
  plugins: [messagesInOne],
  test: {
    globalSetup: 'src/test/global-setup.ts',
    maxWorkers: 2,
    restoreMocks: true,
    // A file that is missing fails, unless `--update` is to write it.
    update: 'none',
    projects: [
      {
        extends: true,
        test: { ...shared(), name: 'fast', include: ['src/**/*.test.{ts,tsx}'], exclude: [SLOW, LONG, ...COMPONENTS] },
      },
      { extends: true, test: { ...shared(), name: 'long', include: [LONG] } },
      { extends: true, test: { ...shared(), name: 'slow', include: [SLOW], testTimeout: 180_000 } },
    ],
  },
})

function shared() {
  return {
    setupFiles: 'src/test/setup.ts',
    // Workers are kept, and setup.ts gives each file modules of its own: a process a file takes twice as long.
    pool: 'forks' as const,
    isolate: false,
    // Patience, no bound: what must be quick is measured where it says so.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  }
}
