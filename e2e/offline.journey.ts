import type { Page } from '@playwright/test'
import { runSql } from '../testing/database.ts'
import { storeOfflineCatalogue, storedHere } from './offline-catalogue.ts'
import { expect, heading, open, test, waitForHydration } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ watched }) =>
  watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of (401|500|503)|^50[03] from/),
)

/**
 * The browser itself says that there is no connection. Leaves the site first: a page whose session has ended reloads itself, and
 * a late reload would abort what is opened next.
 */
async function expectNothingOffline(page: Page): Promise<void> {
  await waitForHydration(page)
  await page.goto('about:blank')
  await page.context().setOffline(true)
  await expect(page.goto('/app/books')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
}

test(
  'A reader goes on without a connection, and with it again',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, newReader, w }) => {
    await newReader()
    // The offline catalogue is computed in a worker, so that the page stays quick.
    const worker = page.waitForEvent('worker')
    await storeOfflineCatalogue(page)
    expect((await worker).url()).toContain('/assets/catalogue-worker')
    const shown = page.getByRole('main').getByRole('listitem')
    const first = (await shown.first().getByRole('link').first().innerText()).split('\n')[0] ?? ''

    // With a connection, the results of the offline catalogue are shown until the server's come.
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await context.route(/_serverFn\/book\.listBooks/, async (route) => {
      asked.resolve()
      await answered.promise
      await route.continue()
    })
    await page.getByRole('searchbox').fill('monte cristo')
    await asked.promise
    await expect(shown).toHaveCount(1)
    await expect(shown).toContainText('Le Comte de Monte-Cristo')
    answered.resolve()
    await context.unrouteAll({ behavior: 'wait' })

    // A request that is aborted by the next letters, and one that fails, are not a lost connection: not later either.
    const banner = page.getByRole('status').filter({ hasText: w('offline_banner', { when: '' }).slice(0, 12) })
    await context.route(/_serverFn\/book\.listBooks/, (route) => route.fulfill({ status: 500, body: '{}' }), {
      times: 1,
    })
    await page.getByRole('searchbox').fill('nedj')
    await expect(shown.first()).toContainText('Nedjma')
    await page.waitForTimeout(7000)
    await expect(banner).toHaveCount(0)

    // A server that cannot answer now: the offline catalogue goes on.
    await context.route(/_serverFn\/book/, (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.getByRole('searchbox').fill('hugo')
    await expect(banner).toBeVisible()
    await expect(shown.first()).toContainText('Victor Hugo')
    await context.unrouteAll({ behavior: 'wait' })

    // A page that was open goes on: a list that the server has begun too.
    await open(page, '/app/books')
    await expect(shown).toHaveCount(20)
    const twentieth = await shown.last().innerText()
    await context.setOffline(true)
    await page.getByRole('button', { name: w('list_load_more') }).click()
    await expect(shown).toHaveCount(40)
    await expect(banner).toBeVisible()
    await expect(shown.nth(19)).toHaveText(twentieth, { useInnerText: true })
    expect(
      new Set(await shown.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
        .size,
    ).toBe(40)
    await page.getByRole('searchbox').fill('nejdma')
    await expect(page.getByRole('heading', { name: w('books_similar_only') })).toBeVisible()
    await expect(shown.first()).toContainText('Nedjma')
    await page.getByRole('searchbox').fill('nedjma')
    await expect(page.getByRole('heading', { name: w('books_similar_only') })).toHaveCount(0)
    await expect(shown.first()).toContainText('Nedjma')
    await expect(banner).toBeVisible()
    await shown.first().getByRole('link').click()
    await expect(heading(page)).toHaveText('Nedjma')

    // A page that is opened anew.
    await page.goto('/app/books')
    await expect(shown.first()).toContainText(first)
    await page.goto('/app')
    await expect(page.getByText(w('home_new'))).toBeVisible()
    // What needs the server says so.
    await page.goto('/app/account')
    await expect(page.getByRole('main').getByRole('button', { name: w('common_try_again') })).toBeVisible()

    await page.goto('/app/books')
    await expect(page.getByRole('button', { name: w('common_try_again') })).toBeVisible()
    // The browser says that it is online.
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: w('common_try_again') })).toHaveCount(0)
    await expect(shown.first()).toContainText(first)
  },
)

test(
  'Nothing of a reader stays on a device after signing out, nor after a ban',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, newReader, w, dataDir }) => {
    await newReader()
    await storeOfflineCatalogue(page)
    await open(page, '/app/account')
    await expect(page.getByText(w('offline_explained'))).toBeVisible()
    await page.getByRole('button', { name: w('account_sign_out') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('account_sign_out') })
      .click()
    await expect(page).toHaveURL(/\/login/)
    expect(await storedHere(page)).toMatchObject({ mark: null, shells: [] })
    await expectNothingOffline(page)
    await context.setOffline(false)

    const email = await newReader()
    await storeOfflineCatalogue(page)
    await runSql(dataDir, 'delete from session where user_id = (select id from "user" where email = $1)', [email])
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await page.goto('/app')
    await expect(page).toHaveURL(/\/login/)
    // The redirect is followed at once: what is kept here is not shown in place of it.
    expect(documents).toEqual(['/app', '/login'])
    await expect.poll(() => storedHere(page)).toMatchObject({ mark: null, shells: [] })
    await expectNothingOffline(page)
  },
)
