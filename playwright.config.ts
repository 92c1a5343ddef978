import { defineConfig } from '@playwright/test'
import { findBrowser } from './e2e/browser.ts'
import { DESKTOP, PHONE } from './e2e/sizes.ts'

/** Journeys that start, update or compile whole programs, or look at every page: of `npm run test:slow`. */
const SLOW = '*.slow.journey.ts'

/** Journeys in a real browser, against the production build on a server of their own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // More than there are cores: a page waits for its server and its clock more than it works.
  workers: 5,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  reporter: process.stdout.isTTY ? 'list' : 'dot',
  // Patience, no bound: what must be quick is measured where it says so.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: await findBrowser(),
    // Only the journeys without a connection have one: it would work beside all others.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'Africa/Nairobi',
    colorScheme: 'light',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'phone', testIgnore: SLOW, grepInvert: /@desktop/, use: PHONE },
    { name: 'desktop', testIgnore: SLOW, grepInvert: /@phone/, use: DESKTOP },
    { name: 'slow-phone', testMatch: SLOW, grepInvert: /@desktop/, use: PHONE },
    {
      name: 'slow-desktop',
      testMatch: SLOW,
      grepInvert: /@phone/,
      use: DESKTOP,
    },
  ],
})
