import { defineConfig } from '@playwright/test'
import { findBrowser } from './testing/browser.ts'
import { DESKTOP, PHONE } from './e2e/sizes.ts'

/**
 * Journeys of `npm run test:slow`: that start, update or compile whole programs, and that look at every page. So are those with
 * the tag `@slow`: all but the main way through each page, as states that are rare, cut connections and second people.
 */
const PROGRAMS = '*.slow.journey.ts'
const PAGES = '*.pages.journey.ts'
const SLOW = [PROGRAMS, PAGES]

/** Journeys in a real browser, against the production build on a server of their own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.journey.ts',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  // One more than two cores have: five took longer, since a journey works as long as it waits.
  workers: 3,
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
    { name: 'phone', testIgnore: SLOW, grepInvert: /@desktop|@slow/, use: PHONE },
    { name: 'desktop', testIgnore: SLOW, grepInvert: /@phone|@slow/, use: DESKTOP },
    { name: 'slow-phone', testIgnore: SLOW, grep: /@slow/, grepInvert: /@desktop/, use: PHONE },
    { name: 'slow-desktop', testIgnore: SLOW, grep: /@slow/, grepInvert: /@phone/, use: DESKTOP },
    { name: 'programs', testMatch: PROGRAMS, use: DESKTOP },
    { name: 'pages-phone', testMatch: PAGES, grepInvert: /@desktop/, use: PHONE },
    { name: 'pages-desktop', testMatch: PAGES, grepInvert: /@phone/, use: DESKTOP },
  ],
})
