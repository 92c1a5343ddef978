import type { Page } from '@playwright/test'
import { expect, open } from './test.ts'

/** What this device keeps of a person: the mark of the offline catalogue, the shells by build, the number of databases. */
export const storedHere = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    return {
      mark: localStorage.getItem('copy'),
      shells: names.filter((name) => name.startsWith('shell-')),
      databases: (await indexedDB.databases()).length,
    }
  })

/**
 * Opens the list of books and waits until the device has what it needs without a connection. The browser's own cache, which may
 * hold the same files for a while, is emptied.
 */
export async function storeOfflineCatalogue(page: Page): Promise<void> {
  // Readers take turns by how long their page took to load (shell/watch-offline-catalogue.ts): here is one.
  await page.addInitScript(() => {
    Object.defineProperty(performance, 'getEntriesByType', { value: () => [{ duration: 1 }], configurable: true })
  })
  await open(page, '/app/books')
  await expect
    .poll(() => storedHere(page))
    .toMatchObject({ mark: expect.stringMatching(/^\[/), shells: [expect.any(String)] })
  const isControlled = () => navigator.serviceWorker.controller !== null
  // A page that was requested just before the worker became active is its client from the next load on.
  await page.waitForFunction(isControlled, undefined, { timeout: 10_000 }).catch(() => open(page, '/app/books'))
  await page.waitForFunction(isControlled)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}
