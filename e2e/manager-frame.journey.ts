import type { Locator, Page } from '@playwright/test'
import {
  codeField,
  emailField,
  enterCode,
  expect,
  goOn,
  heading,
  nameField,
  newAddress,
  open,
  openNext,
  test,
  waitForHydration,
} from './test.ts'
import { ADMIN, adminOf } from '../testing/server.ts'
import type { Words } from '../testing/words.ts'

const navigation = (page: Page): Locator => page.getByRole('navigation').filter({ visible: true })
const item = (page: Page, name: string | RegExp): Locator => navigation(page).getByRole('link', { name })

/** Opens the drawer, which only a phone has. */
async function openMenu(page: Page, w: Words, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: w('nav_menu') }).click()
}

test('A sign-in leads a manager into the manager area', { tag: '@desktop' }, async ({ page, w, signIn }) => {
  await signIn(ADMIN)
  await expect(page).toHaveURL('/manager/dashboard')
  await expect(heading(page)).toHaveText(w('dashboard_title'))
  await open(page, '/login')
  await expect(page).toHaveURL('/manager/dashboard')
  await open(page, '/login?redirect=/app/books')
  await expect(page).toHaveURL('/app/books')
})

test.describe('In a low window', () => {
  test.use({ person: 'admin' })

  test('the ways to Home and the account stay in sight', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    for (const [width, height] of [
      [1366, 768],
      [1280, 600],
    ] as const) {
      await page.setViewportSize({ width, height })
      await open(page, '/manager/dashboard')
      for (const name of [w('nav_home'), new RegExp(`^${w('nav_account')}`)])
        await expect(item(page, name)).toBeInViewport({ ratio: 1 })
      if (height === 768) await expect(item(page, w('nav_api_docs'))).toBeInViewport({ ratio: 1 })
      await item(page, w('nav_api_docs')).focus()
      await expect(item(page, w('nav_api_docs'))).toBeInViewport({ ratio: 0.9 })
    }
  })
})

// The longest words, and the language with the highest lines.
for (const locale of ['en', 'sw', 'ar'])
  test.describe(`On a laptop and on a phone, in ${locale}`, () => {
    test.use({ person: 'admin', locale })

    test(
      'all that the menu is for is in sight, and the rest a press away',
      { tag: '@slow' },
      async ({ page, w, isMobile }) => {
        if (!isMobile) await page.setViewportSize({ width: 1366, height: 641 })
        await open(page, '/manager/dashboard')
        await openMenu(page, w, isMobile)
        const main = ['nav_dashboard', 'nav_books', 'nav_users', 'nav_api_docs', 'nav_home', 'nav_open_app'] as const
        for (const key of main) await expect(item(page, w(key))).toBeInViewport({ ratio: 1 })
        await expect(item(page, new RegExp(`^${w('nav_account')}`))).toBeInViewport({ ratio: 1 })
        const genres = item(page, w('home_genres'))
        await expect(genres).toBeHidden()
        const fold = navigation(page).getByRole('button', { name: w('nav_below', { name: w('nav_books') }) })
        await fold.click()
        await expect(fold).toHaveAttribute('aria-expanded', 'true')
        await genres.click()
        await expect(page).toHaveURL('/manager/genres')
        // On the pages below an item it is open.
        await open(page, '/manager/genres')
        await openMenu(page, w, isMobile)
        await expect(genres).toBeInViewport({ ratio: 1 })
        await fold.click()
        await expect(genres).toBeHidden()
      },
    )
  })

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a sign-in leads a manager there as well', { tag: ['@phone', '@slow'] }, async ({ page, w, codeFor }) => {
    const email = adminOf(7)
    await page.goto('/login')
    await emailField(page, w).fill(email)
    await page.keyboard.press('Enter')
    await codeField(page, w).fill(await codeFor(email))
    await page.getByRole('button', { name: w('verify_submit') }).click()
    await nameField(page, w).fill('Amina')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/manager/dashboard')
    await expect(heading(page)).toHaveText(w('dashboard_title'))
  })
})

test.describe('A manager', () => {
  test.use({ person: 'admin' })

  test('finds all items of the navigation, with their counts', { tag: '@slow' }, async ({ page, w, isMobile }) => {
    await open(page, '/manager')
    await openMenu(page, w, isMobile)
    for (const group of [w('nav_application'), w('nav_configuration')]) {
      await expect(navigation(page).getByRole('list', { name: group })).toBeVisible()
    }
    await expect(item(page, w('nav_dashboard'))).toHaveAttribute('aria-current', 'page')
    await expect(item(page, w('nav_books'))).toHaveText(/\d/)
    await expect(item(page, w('nav_users'))).toHaveText(/\d/)
    await expect(item(page, w('nav_api_docs'))).toHaveAttribute('href', '/api/docs')
    await item(page, w('nav_books')).click()
    await expect(page).toHaveURL('/manager/books')
    await openMenu(page, w, isMobile)
    await expect(item(page, w('nav_account')).getByText(w('nav_account'), { exact: true })).toBeVisible()
    await item(page, w('nav_home')).click()
    await expect(heading(page)).toHaveText(w('switch_title'))
    await expect(page.getByRole('link', { name: w('common_home') })).toHaveAttribute('href', '/')
    await page.getByRole('link', { name: w('switch_manager') }).click()
    await expect(page).toHaveURL('/manager/dashboard')
    await openMenu(page, w, isMobile)
    await item(page, w('nav_open_app')).click()
    await expect(page).toHaveURL('/app')
    // And back.
    await item(page, w('nav_manager')).click()
    await expect(page).toHaveURL('/manager/dashboard')
  })

  test(
    'sees where they are on the pages below a list too',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, isMobile }) => {
      for (const [path, name] of [
        ['/manager/books/new', w('nav_books')],
        ['/manager/users?role=admin', w('nav_users')],
        ['/manager/users/new', w('nav_users')],
        ['/manager/account?state=change-name', w('nav_account')],
      ] as const) {
        await openNext(page, path)
        if (path.includes('state')) {
          await expect(page.getByRole('dialog')).toBeVisible()
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
        await openMenu(page, w, isMobile)
        await expect(item(page, name)).toHaveAttribute('aria-current', 'page')
        await expect(item(page, w('nav_dashboard'))).not.toHaveAttribute('aria-current')
      }
    },
  )

  test('opens the drawer and closes it in every way', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
    await open(page, '/manager/dashboard')
    const button = page.getByRole('button', { name: w('nav_menu') })
    const drawer = page.getByRole('dialog', { name: w('nav_menu') })
    await expect(drawer).toHaveCount(0)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(drawer).toBeVisible()
    expect(await drawer.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    // The page behind is inert.
    for (let press = 0; press < 12; press++) await page.keyboard.press('Tab')
    expect(
      await drawer.evaluate(
        (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.click()
    await drawer.getByRole('button', { name: w('common_close') }).click()
    await expect(drawer).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.click()
    await page.mouse.click(380, 400)
    await expect(drawer).toHaveCount(0)
    await button.click()
    await item(page, w('nav_users')).click()
    await expect(page).toHaveURL('/manager/users')
    await expect(drawer).toHaveCount(0)
    await expect(heading(page)).toBeFocused()
    // Including the item of the current page.
    await button.click()
    await item(page, w('nav_users')).click()
    await expect(drawer).toHaveCount(0)
    await button.click()
    await expect(drawer).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/manager/dashboard')
    await expect(drawer).toHaveCount(0)
  })

  test(
    'has the keys explained by a key, and can switch single keys off',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w }) => {
      await open(page, '/manager/dashboard')
      const help = page.getByRole('dialog', { name: w('keys_title') })
      await page.keyboard.press('?')
      await expect(help).toBeVisible()
      for (const key of ['keys_search', 'keys_new', 'keys_move', 'keys_open', 'keys_save', 'keys_help'] as const) {
        await expect(help.getByText(w(key), { exact: true })).toBeVisible()
      }
      await help.getByLabel(w('keys_single')).uncheck()
      await page.keyboard.press('Escape')
      await expect(help).toHaveCount(0)
      await page.keyboard.press('?')
      await open(page, '/manager/dashboard')
      await page.keyboard.press('?')
      await expect(help).toHaveCount(0)
      await navigation(page)
        .getByRole('button', { name: w('nav_keys') })
        .click()
      await expect(help).toBeVisible()
      await help.getByLabel(w('keys_single')).check()
      await page.keyboard.press('Escape')
      await expect(navigation(page).getByRole('button', { name: w('nav_keys') })).toBeFocused()
      await page.keyboard.press('?')
      await expect(help).toBeVisible()
    },
  )

  test(
    'impersonates a user, sees the banner on every page, and ends it',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir, browser, baseURL, watched }) => {
      const email = newAddress('seen')
      const other = await (
        await browser.newContext({ ...(baseURL && { baseURL }), storageState: { cookies: [], origins: [] } })
      ).newPage()
      await enterCode(other, { email, dataDir })
      await nameField(other, w).fill('Juma Mwangi')
      await other.keyboard.press('Enter')
      await expect(other).toHaveURL('/app')
      await other.context().close()

      await open(page, `/manager/users?searchTerm=${encodeURIComponent(email)}`)
      await page.getByRole('main').getByRole('link', { name: 'Juma Mwangi' }).click()
      await expect(heading(page)).toHaveText('Juma Mwangi')
      const userPage = new URL(page.url()).pathname
      const impersonate = async () => {
        await page.getByRole('button', { name: w('user_impersonate'), exact: true }).click()
        await page.getByLabel(w('user_impersonate_reason')).fill('Asked for help')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: w('user_impersonate'), exact: true })
          .click()
        await expect(page).toHaveURL('/app')
        await waitForHydration(page)
      }
      await impersonate()
      const banner = page.getByRole('region', { name: w('impersonation_label') })
      for (const path of ['/app/books', '/app/account', '/home', '/app']) {
        await goOn(page, path)
        await expect(banner).toHaveText(new RegExp(w('impersonation_text', { name: 'Juma Mwangi' })))
      }
      await open(page, '/app/books')
      await page.evaluate(() => scrollTo(0, 2000))
      await expect(banner).toBeInViewport()
      // It is present before any script runs.
      expect(await (await page.request.get('/app')).text()).toContain('data-impersonation')
      await expect(page.getByRole('link', { name: w('nav_manager') })).toHaveCount(0)
      await banner.getByRole('button', { name: w('impersonation_end') }).click()
      await expect(page).toHaveURL(userPage)
      await expect(heading(page)).toHaveText('Juma Mwangi')
      await expect(banner).toHaveCount(0)

      // After a sign-out without a connection it names nobody any more.
      watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
      await impersonate()
      await open(page, '/app/account')
      await page.context().setOffline(true)
      await page.getByRole('button', { name: w('account_sign_out') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: w('account_sign_out') })
        .click()
      await expect(page.getByRole('heading', { name: w('signed_out_title') })).toBeVisible()
      await expect(banner).toHaveCount(0)
    },
  )
})

test.describe('A reader', () => {
  test.use({ person: 'reader' })
  test(
    'is denied on every page of the manager area, in place',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/status of 403/)
      const id = '00000000-0000-7000-8000-000000000000'
      for (const noun of ['books', 'users']) {
        for (const path of [noun, `${noun}/new`, `${noun}/${id}`, `${noun}/${id}/update`]) {
          const answer = await page.request.get(`/manager/${path}`, { maxRedirects: 0 })
          expect([path, answer.status()]).toEqual([path, 403])
          expect(await answer.text(), path).toMatch(new RegExp(`<h1[^>]*>${w('page_403_title')}</h1>`))
        }
        // In the browser the first by its address, the second by a link.
        if (noun === 'books') expect(await open(page, '/manager/books')).toBe(403)
        else await goOn(page, `/manager/users/${id}/update`)
        await expect(heading(page)).toHaveText(w('page_403_title'))
        await expect(page).toHaveURL(noun === 'books' ? '/manager/books' : `/manager/users/${id}/update`)
      }
      await open(page, '/app')
      await expect(page.getByRole('link', { name: w('nav_manager') })).toHaveCount(0)
    },
  )
})
