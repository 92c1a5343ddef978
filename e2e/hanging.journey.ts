import type { Page } from '@playwright/test'
import { ANSWER_PATIENCE } from '#base/lib/connection/without-answer.ts'
import { storeOfflineCatalogue, storedHere } from './offline-catalogue.ts'
import { testWith } from './own-server.ts'
import { expect, heading, newAddress, open } from './test.ts'

const test = testWith(async () => ({}))
test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'default' })

test.beforeEach(({ watched }) =>
  watched.allow(/ERR_(INTERNET_DISCONNECTED|ABORTED|FAILED)|Failed to fetch|navigation preload|status of (401|503)/),
)

const banner = (page: Page, start: string) => page.getByRole('status').filter({ hasText: start })

/**
 * Sees something sooner than a wait for the server would let it. Tries again, since a busy machine is slow now and then;
 * a wait for the server is there every time.
 */
const seeWithout = (wait: number, look: () => Promise<unknown>, prepare?: () => Promise<unknown>): Promise<void> =>
  expect(async () => {
    await prepare?.()
    const start = performance.now()
    await look()
    expect(performance.now() - start).toBeLessThan(wait)
  }).toPass({ timeout: 60_000 })

test(
  'Whoever has waited once for a server that hangs reads on at once, and with it again',
  { tag: ['@phone', '@slow'] },
  async ({ page, newReader, server, w }) => {
    await newReader()
    await storeOfflineCatalogue(page)
    const shown = page.getByRole('main').getByRole('listitem')
    const alone = w('offline_banner_alone').slice(0, 12)
    try {
      // One patience for the page, and no second one for its data.
      await seeWithout(
        ANSWER_PATIENCE,
        () => expect(shown).toHaveCount(20),
        async () => {
          server.hang(false)
          await open(page, '/app')
          server.hang(true)
          await page.goto('/app/books', { waitUntil: 'commit' })
        },
      )
      await expect(banner(page, alone)).toBeVisible()
      for (const path of ['/app', '/app/books?searchTerm=hugo'])
        await seeWithout(ANSWER_PATIENCE, async () => {
          await page.goto(path, { waitUntil: 'commit' })
          await expect(shown.first()).toBeVisible()
        })
      const found = page.url()
      await seeWithout(ANSWER_PATIENCE, async () => {
        if (page.url() !== found) await page.goBack()
        await shown.first().getByRole('link').click()
        await expect(page.getByRole('link', { name: 'Victor Hugo' }).first()).toBeVisible()
      })
      // What only the server knows says so, and the page has its title.
      await page
        .getByRole('navigation')
        .getByRole('link', { name: w('nav_account') })
        .click()
      await expect(heading(page)).toHaveText(w('account_title'), { timeout: ANSWER_PATIENCE })
      await expect(page).toHaveTitle(new RegExp(w('account_page_title')))
      await expect(page.getByText(w('account_no_connection_text'))).toBeVisible()
    } finally {
      server.hang(false)
    }
    await expect(banner(page, alone)).toHaveCount(0)
    await expect(page.getByText(w('account_sessions_title'))).toBeVisible()
  },
)

test(
  'An account that the server leaves waiting says so after one patience',
  { tag: ['@phone', '@slow'] },
  async ({ page, newReader, server, w }) => {
    await newReader()
    await storeOfflineCatalogue(page)
    await open(page, '/app')
    server.hang(true)
    try {
      await page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: w('nav_account') })
        .click()
      await expect(heading(page)).toHaveText(w('account_title'), { timeout: ANSWER_PATIENCE })
      await expect(page.getByText(w('account_no_connection_text'))).toBeVisible({ timeout: 2 * ANSWER_PATIENCE })
      await expect(page.getByRole('main').getByRole('button', { name: w('common_try_again') })).toBeVisible()
    } finally {
      server.hang(false)
    }
    await expect(page.getByText(w('account_sessions_title'))).toBeVisible()
  },
)

test(
  'A page whose code does not come either says so after one patience',
  { tag: ['@desktop', '@slow'] },
  async ({ page, newReader, server, w }) => {
    await newReader()
    await open(page, '/app')
    server.hang(true)
    try {
      await page
        .getByRole('navigation')
        .first()
        .getByRole('link', { name: w('nav_account') })
        .click()
      await expect(heading(page)).toHaveText(w('page_late_title'), { timeout: 2 * ANSWER_PATIENCE })
      await expect(page.getByRole('main').getByRole('button', { name: w('common_try_again') })).toBeVisible()
    } finally {
      server.hang(false)
    }
    await expect(heading(page)).toHaveText(w('account_title'))
    await expect(page.getByText(w('account_sessions_title'))).toBeVisible()
  },
)

test(
  'A reader signs out without a connection: nothing is left on the device, and the server learns it first',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, newReader, w, browser, baseURL }) => {
    await newReader('Amina Khamis')
    await storeOfflineCatalogue(page)
    await open(page, '/app')
    const alone = w('offline_banner_alone').slice(0, 12)
    await context.setOffline(true)
    await expect(banner(page, alone)).toBeVisible({ timeout: 3000 })
    await context.setOffline(false)
    await expect(banner(page, alone)).toHaveCount(0, { timeout: ANSWER_PATIENCE })
    await context.setOffline(true)

    await page
      .getByRole('navigation')
      .getByRole('link', { name: w('nav_account') })
      .click()
    await page.getByRole('button', { name: w('account_sign_out') }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(w('account_sign_out_offline'))
    await dialog.getByRole('button', { name: w('account_sign_out') }).click()
    await expect(page.getByRole('heading', { name: w('signed_out_title') })).toBeVisible({ timeout: 5000 })
    await expect(page.getByText('Amina')).toHaveCount(0)
    await expect.poll(() => storedHere(page)).toMatchObject({ mark: null, shells: [] })
    await page.goBack().catch(() => undefined)
    await expect(page.getByText('Amina')).toHaveCount(0)

    // A browser that is started anew has cookies, and no page.
    const state = await context.storageState()
    await page.goto('about:blank')
    await expect(page.goto('/app/books')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await context.setOffline(false)
    const later = await browser.newContext({ storageState: state, ...(baseURL !== undefined && { baseURL }) })
    const opened = await later.newPage()
    await opened.goto('/app/account')
    await expect(opened).toHaveURL(/\/login/)
    expect((await later.cookies()).map(({ name }) => name)).not.toContain('signed-out')
    await later.close()
  },
)

test(
  'The page of a sign-out leads to the sign-in when there is a connection, where another person stays signed in',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, newReader, signIn, w }) => {
    await newReader()
    await storeOfflineCatalogue(page)
    await open(page, '/app/account')
    await context.setOffline(true)
    await expect(page.getByText(w('account_no_connection_text'))).toBeVisible({ timeout: ANSWER_PATIENCE })
    await page.getByLabel(w('language_label')).selectOption('fr')
    await expect(page.getByText(w('language_offline'))).toBeVisible()
    await page.getByRole('button', { name: w('offline_remove') }).click()
    const removal = page.getByRole('alertdialog', { name: w('offline_remove_title') })
    await expect(removal).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(removal).toHaveCount(0)
    const old = banner(page, w('offline_banner_now'))
    await expect(old).toBeVisible()
    await page.getByRole('button', { name: w('offline_remove') }).click()
    await removal.getByRole('button', { name: w('offline_remove') }).click()
    // Nothing is said of books that are not here any more.
    await expect(old).toHaveCount(0)
    await expect(banner(page, w('offline_banner_alone'))).toBeVisible()
    await page.getByRole('button', { name: w('account_sign_out') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('account_sign_out') })
      .click()
    await expect(page.getByRole('heading', { name: w('signed_out_title') })).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL(/\/login/)
    await signIn(newAddress(), 'Baraka')
    await open(page, '/app')
    await expect(heading(page)).toContainText('Baraka')
    await page.reload()
    await expect(heading(page)).toContainText('Baraka')
  },
)
