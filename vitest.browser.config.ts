import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { chromium } from 'playwright-core'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { BrowserCommand } from 'vitest/node'
import { findBrowser } from './testing/browser.ts'
import { messagesInOne } from './src/test/messages-in-one.ts'
import { startAgainAfterCrash } from './src/test/start-browser.ts'

interface Point {
  x: number
  y: number
}

/** Takes what lies at a point, and lets go of it so many pixels lower. */
const drag: BrowserCommand<[from: Point, distance: number]> = async ({ page, iframe }, { x, y }, distance) => {
  // The mouse counts from the corner of the page around the frame of the tests.
  const frame = await iframe.owner().boundingBox()
  const [left, top] = [x + (frame?.x ?? 0), y + (frame?.y ?? 0)]
  await page.mouse.move(left, top)
  await page.mouse.down()
  for (const part of [0.25, 0.5, 0.75, 1]) await page.mouse.move(left, top + distance * part)
  await page.mouse.up()
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    drag: (from: Point, distance: number) => Promise<void>
  }
}

startAgainAfterCrash(chromium)

/** Calls of the server need a plugin that is not here: the test that has not replaced them says so, at every run. */
const noServerCalls: Plugin = {
  name: 'no-server-calls',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id === '@tanstack/react-start')
      this.error(`${importer}: a component test replaces it by vi.mock() with a factory`)
  },
}

/** The components of `base/ui/`, and forms and panels of the floors above, each by itself, in the browser that the journeys use. */
export default defineConfig({
  plugins: [messagesInOne, noServerCalls, tailwindcss(), react()],
  // It would also load the modules that tests replace.
  // An error in one file's modules covers no page of another file's tests.
  server: { preTransformRequests: false, hmr: { overlay: false } },
  // Found at the first test, they would load all of them anew.
  optimizeDeps: {
    // Calls of the server, which tests of pages replace: it cannot be bundled without its plugin.
    exclude: ['@tanstack/react-start'],
    include: [
      '@base-ui/react/alert-dialog',
      '@base-ui/react/dialog',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/react-virtual',
      'react-dom/client',
      'vitest-browser-react',
    ],
  },
  test: {
    name: 'components',
    include: ['src/base/ui/**/*.test.tsx', 'src/**/*.browser.test.tsx'],
    setupFiles: 'src/test/browser-setup.ts',
    restoreMocks: true,
    // Patience, no bound: a slow machine proves the same.
    testTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      // Beside the journeys of `npm test` a page of tests takes its time to load on a small machine.
      connectTimeout: 240_000,
      enabled: true,
      headless: true,
      provider: playwright({ launchOptions: await findBrowser() }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
      screenshotFailures: false,
      commands: { drag },
    },
  },
})
