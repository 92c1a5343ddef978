import type { Locator, Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { addKey } from '../testing/keys.ts'
import { adminOf } from '../testing/server.ts'
import { expect, heading, open, test } from './test.ts'

const operation = (page: Page, id: string): Locator => page.locator(`[id$="-${id}"].opblock`)
const answered = (page: Page): Locator => page.locator('.live-responses-table .response .response-col_status')

/** Opens an operation, executes it unchanged, and returns the status that the page shows. */
async function tryOut(page: Page, id: string): Promise<string> {
  const block = operation(page, id)
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  await block.getByRole('button', { name: 'Execute' }).click()
  await expect(answered(page)).toBeVisible()
  return (await answered(page).textContent())?.trim() ?? ''
}

// `watched` fails these tests for a console error, a request to another host or a CSP violation.

test.describe('A manager', () => {
  test.use({ person: 'admin' })

  test(
    'comes from the navigation to every operation, and tries one with the session',
    { tag: '@desktop' },
    async ({ page, w, isMobile, baseURL }) => {
      const elsewhere: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== baseURL) elsewhere.push(request.url())
      })
      await open(page, '/manager/dashboard')
      if (isMobile) await page.getByRole('button', { name: w('nav_menu') }).click()
      await page
        .getByRole('navigation')
        .filter({ visible: true })
        .getByRole('link', { name: w('nav_api_docs') })
        .click()
      await expect(page).toHaveURL('/api/docs')
      await expect(page).toHaveTitle(`${w('nav_api_docs')} · Maktaba`)
      await expect(heading(page)).toHaveText(w('nav_api_docs'))
      await expect(page.getByText(w('api_docs_signed_in'))).toBeVisible()

      const { paths } = (await (await page.request.get('/api/v1/openapi.json')).json()) as {
        paths: Record<string, Record<string, unknown>>
      }
      const methods = Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => key !== 'parameters'))
      await expect(page.locator('.opblock')).toHaveCount(methods.length)
      await expect(page.getByText(w('api_docs_wait'))).toHaveCount(0)

      expect(await tryOut(page, 'listBooks')).toBe('200')
      await expect(operation(page, 'listBooks').locator('.highlight-code').first()).toContainText('"items"')
      expect(elsewhere).toEqual([])

      await page.getByRole('link', { name: w('nav_manager') }).click()
      await expect(page).toHaveURL('/manager/dashboard')
    },
  )

  test(
    'tries what changes something: the browser says where it comes from',
    { tag: '@desktop' },
    async ({ page, watched }) => {
      watched.allow(/status of 4\d\d/)
      await open(page, '/api/docs')
      const block = operation(page, 'createBook')
      await block.locator('.opblock-summary-control').click()
      await block.getByRole('button', { name: 'Try it out' }).click()
      await block.getByRole('textbox').last().fill('{ "title": " " }')
      const [request] = await Promise.all([
        page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/v1/books')),
        block.getByRole('button', { name: 'Execute' }).click(),
      ])
      expect((await request.allHeaders()).origin).toBe(new URL(page.url()).origin)
      await expect(answered(page)).toHaveText(/^400/)
      await expect(block.locator('.live-responses-table')).toContainText('title_required')
    },
  )

  test('has the colours of the theme, also while it is open', { tag: '@desktop' }, async ({ page, w }) => {
    await open(page, '/api/docs')
    await expect(page.locator('.opblock').first()).toBeVisible()
    const colours = () =>
      page.evaluate(() => {
        const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body)
        return [of('html').backgroundColor, of('.opblock').backgroundColor, of('.opblock-summary-path').color]
      })
    const light = await colours()
    await page.getByLabel(w('theme_label'), { exact: true }).selectOption('dark')
    await expect(page.locator('html')).toHaveClass(/dark-mode/)
    const dark = await colours()
    expect(dark.map((colour, index) => colour !== light[index])).toEqual([true, true, true])
    // What has the focus is seen.
    const control = page.locator('.opblock-summary-control').first()
    await control.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(control).toBeFocused()
    await expect(control).toHaveCSS('outline-style', 'solid')
    await page.getByRole('link', { name: w('nav_manager') }).click()
    await expect(page.locator('html')).not.toHaveClass(/dark-mode/)
  })
})

test.describe('A signed-out visitor', () => {
  test(
    'reads it, and tries it with a key',
    { tag: '@desktop' },
    async ({ page, w, watched, dataDir, stateFor }, info) => {
      watched.allow(/status of 401/)
      await stateFor('admin')
      const key = await addKey(dataDir, adminOf(info.parallelIndex), ['book:read'])
      await open(page, '/api/docs')
      await expect(page.getByText(w('api_docs_signed_out'))).toBeVisible()
      expect(await tryOut(page, 'listBooks')).toBe('401')
      await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
      const dialog = page.locator('.modal-ux')
      // Only the key: the session's cookie cannot be typed in.
      await expect(dialog.getByRole('textbox').or(dialog.locator('input'))).toHaveCount(1)
      await dialog.locator('input').fill(key)
      await dialog.getByRole('button', { name: /^Apply|^Authorize/ }).click()
      await dialog.getByRole('button', { name: 'Close' }).last().click()
      await operation(page, 'listBooks').getByRole('button', { name: 'Execute' }).click()
      await expect(answered(page)).toHaveText(/^200/)
      // Not stored beyond the page.
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(key)
      await page.getByRole('link', { name: w('login_page_title') }).click()
      await expect(page).toHaveURL('/login?redirect=%2Fapi%2Fdocs')
    },
  )

  test(
    'gets no further than the page itself allows: its policy is that of every other',
    { tag: '@desktop' },
    async ({ page }) => {
      const [docs, login] = await Promise.all(['/api/docs', '/login'].map((path) => page.request.get(path)))
      const policyOf = (answer: typeof docs) =>
        answer?.headers()['content-security-policy']?.replaceAll(/'nonce-[^']+'/g, 'NONCE')
      expect(policyOf(docs)).toBeTruthy()
      expect(policyOf(docs)).toBe(policyOf(login))
    },
  )

  test('sees when it cannot be loaded, and can retry', { tag: '@phone' }, async ({ page, w, watched }) => {
    watched.allow(/status of 503|ERR_FAILED|\.js|503 from/)
    await page.route('**/api/v1/openapi.json', (route) => route.fulfill({ status: 503, body: '' }))
    await open(page, '/api/docs')
    const alert = page.getByRole('alert').filter({ hasText: w('api_docs_failed') })
    await expect(alert).toBeVisible()
    await expect(alert.getByRole('link', { name: w('api_docs_document') })).toHaveAttribute(
      'href',
      '/api/v1/openapi.json',
    )
    await page.unroute('**/api/v1/openapi.json')
    // The script cannot be loaded.
    await page.route('**/swagger-ui-bundle*', (route) => route.abort())
    await page.reload()
    await expect(alert).toBeVisible()
    await page.unroute('**/swagger-ui-bundle*')
    await page.getByRole('button', { name: w('common_try_again') }).click()
    await expect(page.locator('.opblock').first()).toBeVisible()
    await expect(alert).toHaveCount(0)
  })
})

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page leads to the document', { tag: '@phone' }, async ({ page, w }) => {
    await page.goto('/api/docs')
    await expect(page.getByText(w('api_docs_wait'))).toBeVisible()
    const link = page.getByRole('main').getByRole('link', { name: w('api_docs_document') })
    await expect(link.first()).toHaveAttribute('href', '/api/v1/openapi.json')
  })
})

test.describe('In Arabic', () => {
  test.use({ locale: 'ar' })

  test(
    'the page runs from right to left, the English of the reference from left to right',
    { tag: '@phone' },
    async ({ page, w }) => {
      await open(page, '/api/docs')
      await expect(page.getByText(w('api_docs_english'))).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.locator('.opblock').first()).toBeVisible()
      expect(
        await page
          .locator('.opblock')
          .first()
          .evaluate((block) => getComputedStyle(block).direction),
      ).toBe('ltr')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
    },
  )
})

test('The page is without fault for everyone, closed, open and asking for a key', async ({
  page,
  isMobile,
  watched,
}) => {
  watched.allow(/status of 401/)
  // The page is long.
  test.slow()
  const look = async (part?: string) => (await faultsOf(page, undefined, part)).map((fault) => fault.slice(0, 300))
  await open(page, '/api/docs')
  await expect(page.locator('.opblock').first()).toBeVisible()
  await page.evaluate((isDark) => document.documentElement.classList.toggle('dark', isDark), isMobile)
  await expect(page.locator('html')).toHaveClass(isMobile ? /dark-mode/ : /^(?!.*dark-mode)/)
  expect.soft(await look()).toEqual([])
  await tryOut(page, 'listBooks')
  expect.soft(await look('.opblock.is-open')).toEqual([])
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
  // With a body, and with a file, to send.
  for (const id of ['createBook', 'setBookCover']) {
    await operation(page, id).locator('.opblock-summary-control').click()
    await operation(page, id).getByRole('button', { name: 'Try it out' }).click()
    expect.soft(await look(`[id$="-${id}"].opblock`)).toEqual([])
  }
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
  expect.soft(await look('.modal-ux')).toEqual([])
})
