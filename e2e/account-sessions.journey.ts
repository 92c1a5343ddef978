import type { Page } from '@playwright/test'
import { addSessions } from '../testing/sessions.ts'
import { enter, expect, open, reload, test } from './test.ts'
import { LANGUAGES, words, type Words } from '../testing/words.ts'
import { toast } from './toasts.ts'

const panel = (page: Page, w: Words) =>
  page.getByRole('main').locator('section', { hasText: w('account_sessions_title') })
const rows = (page: Page, w: Words) => panel(page, w).getByRole('listitem')
const panelHeading = (page: Page, w: Words) => page.getByRole('heading', { name: w('account_sessions_title') })
const endOthers = (page: Page, w: Words) => panel(page, w).getByRole('button', { name: w('account_sessions_end') })
const question = (page: Page) => page.getByRole('alertdialog')

test(
  'One sees where one is signed in, and ends it there',
  { tag: ['@phone', '@slow'] },
  async ({ page, browser, baseURL, w, newReader, dataDir }) => {
    const email = await newReader()
    await open(page, '/app/account')
    await expect(rows(page, w)).toHaveCount(1)
    await expect(rows(page, w)).toContainText(w('account_session_current'))
    await expect(rows(page, w).getByRole('button')).toHaveCount(1)
    await expect(endOthers(page, w)).toHaveCount(0)

    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
    const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US', userAgent })
    const elsewhere = await context.newPage()
    await enter(elsewhere.context(), baseURL, { email, dataDir })
    await open(elsewhere, '/app/books')

    await open(page, '/app/account')
    await expect(rows(page, w)).toHaveCount(2)
    await expect(rows(page, w).first()).toContainText(w('account_session_current'))
    const device = w('account_session_device', { browser: 'Firefox', system: 'Linux' })
    await expect(rows(page, w).last()).toContainText(device)
    await rows(page, w)
      .last()
      .getByRole('button', { name: w('account_session_end', { device }) })
      .click()
    await expect(question(page)).toHaveAccessibleName(w('account_session_end_title', { device }))
    await question(page)
      .getByRole('button', { name: w('account_sign_out') })
      .click()
    await expect(toast(page, w('account_session_ended'))).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(rows(page, w)).toHaveCount(1)
    await expect(panelHeading(page, w)).toBeFocused()
    await elsewhere.goto('/app/books')
    await expect(elsewhere).toHaveURL('/login?redirect=%2Fapp%2Fbooks')
    await context.close()
  },
)

test(
  'One signs out everywhere else at once',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, newReader, dataDir }) => {
    const email = await newReader()
    await addSessions(dataDir, email)
    await open(page, '/app/account')
    await expect(rows(page, w)).toHaveCount(5)
    await endOthers(page, w).click()
    await expect(question(page)).toHaveAccessibleDescription(
      `${w('account_sessions_end_text')} ${w('way_back_code', { email })}`,
    )
    await question(page)
      .getByRole('button', { name: w('common_cancel') })
      .click()
    await expect(question(page)).toHaveCount(0)
    await expect(endOthers(page, w)).toBeFocused()
    await endOthers(page, w).click()
    await question(page)
      .getByRole('button', { name: w('account_sessions_end') })
      .click()
    await expect(toast(page, w('account_sessions_ended'))).toBeVisible()
    await expect(rows(page, w)).toHaveCount(1)
    await expect(endOthers(page, w)).toHaveCount(0)
    await expect(panelHeading(page, w)).toBeFocused()
    await reload(page)
    await expect(rows(page, w)).toHaveCount(1)
  },
)

test(
  'Times are the same from the server and in the browser, in every language',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, baseURL, newReader, dataDir }) => {
    await addSessions(dataDir, await newReader())
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'language', value: language, url: baseURL ?? '' }])
      // A hydration mismatch would be an error in the console.
      await open(page, '/app/account')
      await expect(rows(page, words(language))).toHaveCount(5)
    }
  },
)
