import type { Browser, Page } from '@playwright/test'
import { bookField, NEW_BOOK, newTitle, saveButton } from '../testing/book-form.ts'
import { findBooks } from '../testing/books-api.ts'
import { storeOfflineCatalogue, storedHere } from './offline-catalogue.ts'
import { makeSecondBuild, type SecondBuild } from './second-build.ts'
import { ADMIN, startServer, type RunningServer } from '../testing/server.ts'
import { stateOf } from '../testing/enter.ts'
import { expect, heading, newAddress, open, test, waitForHydration } from './test.ts'

/** Document requests of a page from now on. */
function documentsOf(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  return documents
}

/** The service workers of the reader area by state, and how many files each cache holds: which step of an update hangs, if one does. */
const workersOf = (page: Page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration('/app')) ?? {}
    const files = (await caches.keys()).map(async (name) => [name, (await (await caches.open(name)).keys()).length])
    return [installing?.state, waiting?.state, active?.state, await Promise.all(files)]
  })

/** A reader's phone that has the books, and no connection since. */
async function openWithOfflineCatalogue(browser: Browser, { url, dataDir }: RunningServer): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    storageState: await stateOf(url, 'reader', {
      email: newAddress(),
      dataDir,
    }),
    serviceWorkers: 'allow',
    locale: 'en-US',
  })
  const page = await context.newPage()
  await storeOfflineCatalogue(page)
  await context.setOffline(true)
  return page
}

test.describe('A library that is updated while tabs are open', () => {
  let first: RunningServer
  let second: RunningServer | undefined
  let build: SecondBuild

  test.beforeAll(async () => {
    // A second build from changed sources takes a minute and more.
    test.setTimeout(600_000)
    build = makeSecondBuild()
    first = await startServer()
  })
  test.afterAll(async () => {
    await second?.stop()
    build.remove()
  })

  test('goes on by itself, once, with what was typed', { tag: '@desktop' }, async ({ browser, w, watched }) => {
    test.setTimeout(120_000)
    watched.allow(
      /status of 40[049]/,
      /Failed to load module script|dynamically imported module|ERR_INTERNET_DISCONNECTED/,
    )
    const visit = { email: ADMIN, dataDir: first.dataDir }
    const context = await browser.newContext({
      baseURL: first.url,
      storageState: await stateOf(first.url, 'admin', visit),
      locale: 'en-US',
      timezoneId: 'Africa/Nairobi',
    })
    const [reading, typing] = [await context.newPage(), await context.newPage()]
    const title = newTitle()
    await open(reading, '/app')
    await open(typing, NEW_BOOK)
    await bookField(typing, w, 'book_title').fill(title)
    await bookField(typing, w, 'book_author').fill('Bessie Head')

    const offline = await openWithOfflineCatalogue(browser, first)

    await first.pause()
    second = await startServer({}, [], { entry: build.entry, before: first })

    // A link: its page is loaded with one document request.
    const read = documentsOf(reading)
    await reading
      .getByRole('navigation')
      .getByRole('link', { name: w('nav_account') })
      .first()
      .click()
    await expect(heading(reading)).toHaveText(w('nav_account'))
    await waitForHydration(reading)
    expect(read).toEqual(['/app/account'])
    await reading
      .getByRole('navigation')
      .getByRole('link', { name: w('nav_books'), exact: true })
      .first()
      .click()
    await expect(heading(reading)).toHaveText(w('nav_books'))
    expect(read).toEqual(['/app/account'])

    // A removed server function: the form's input is restored.
    const typed = documentsOf(typing)
    await saveButton(typing, w).click()
    await expect(typing.getByText(w('draft_restored'))).toBeVisible()
    await expect(bookField(typing, w, 'book_title')).toHaveValue(title)
    await expect(bookField(typing, w, 'book_author')).toHaveValue('Bessie Head')
    expect(typed).toEqual([NEW_BOOK])
    await saveButton(typing, w).click()
    await expect(heading(typing)).toHaveText(title)
    expect(await findBooks(typing, title)).toHaveLength(1)
    expect(await typing.evaluate(() => sessionStorage.getItem('drafts'))).toBeNull()

    // A chunk that is always missing on a still newer server: reloads once, then shows the error.
    const stuck = await context.newPage()
    await stuck.route(/\/api\/health\/live/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'x-maktaba-build': 'newer' },
      })
    })
    await stuck.route(/\/assets\/guarded-dialog/, (route) => route.fulfill({ status: 404 }))
    const tried = documentsOf(stuck)
    await stuck.goto('/app/account?state=change-name')
    await expect(heading(stuck)).toHaveText(w('page_new_build_title'))
    await expect(stuck.getByText(w('error_NEW_BUILD'))).toBeVisible()
    expect(tried).toEqual(['/app/account', '/app/account'])
    await context.close()

    // A device that was without a connection meanwhile goes on with what it has, and then takes the new build over.
    const [former] = (await storedHere(offline)).shells
    await offline.goto('/app')
    await expect(offline.getByText(w('home_new'))).toBeVisible()
    await offline.context().setOffline(false)
    // A worker whose installation fails, as by one file that does not come, is tried again with the next page.
    await expect(async () => {
      await open(offline, '/app/books')
      await expect
        .poll(async () => ({ ...(await storedHere(offline)), workers: await workersOf(offline) }), { timeout: 15_000 })
        .toMatchObject({
          shells: [expect.not.stringContaining(former ?? 'none')],
          workers: [undefined, undefined, 'activated', expect.anything()],
        })
    }).toPass({ timeout: 60_000 })
    await offline.context().setOffline(true)
    await offline.goto('/app')
    await expect(offline.getByText(w('home_new'))).toBeVisible()
    await offline.context().close()
  })
})
