import type { BrowserContext, Page } from '@playwright/test'
import { runSql } from '../testing/database.ts'
import { codeField, expect, heading, nameField, newAddress, open, signIn, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const NAME_DRAWER = '/app/account?state=change-name'

const question = (page: Page, w: Words) => page.getByRole('alertdialog', { name: w('error_UNAUTHORIZED') })
const saveName = (page: Page, w: Words) => page.getByRole('button', { name: w('account_name_submit') }).click()

/** Ends all sessions of a user, like a manager or another browser. */
const endSessions = (dataDir: string, email: string) =>
  runSql(dataDir, 'delete from session where user_id = (select id from "user" where email = $1)', [email])

/** Signs in again in the dialog, with the `count`th code. */
async function signInAgain(
  page: Page,
  w: Words,
  codeFor: (email: string, count?: number) => Promise<string>,
  email: string,
) {
  await expect(question(page, w)).toHaveAccessibleDescription(w('session_text'))
  await question(page, w)
    .getByRole('button', { name: w('account_reauthenticate_send') })
    .click()
  await codeField(page, w).fill(await codeFor(email, 2))
  await expect(question(page, w)).toHaveCount(0)
  await expect(page.getByText(w('session_resumed'))).toBeVisible()
}

test.beforeEach(({ watched }) => watched.allow(/status of 401/))

test.describe('A session that has ended', () => {
  test(
    'while a name is edited is taken up again in place, and what was typed is saved',
    { tag: '@phone' },
    async ({ page, w, newReader, codeFor, dataDir }) => {
      const email = await newReader()
      await open(page, NAME_DRAWER)
      await nameField(page, w).fill('Neema Otieno')
      await endSessions(dataDir, email)
      await saveName(page, w)
      await signInAgain(page, w, codeFor, email)
      await expect(page.getByText(w('account_name_failed'))).toHaveCount(0)
      await expect(nameField(page, w)).toHaveValue('Neema Otieno')
      await saveName(page, w)
      await expect(page.getByText(w('account_name_updated'))).toBeVisible()
      await expect(page.getByRole('main').getByText('Neema Otieno', { exact: true })).toBeVisible()
    },
  )

  test(
    'during onboarding is continued in place',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, codeFor, dataDir }) => {
      const email = newAddress()
      await open(page, '/login?redirect=/app/books')
      await page.getByLabel(w('login_email_label'), { exact: true }).fill(email)
      await page.keyboard.press('Enter')
      await codeField(page, w).fill(await codeFor(email))
      await nameField(page, w).fill('Neema')
      await endSessions(dataDir, email)
      await page.keyboard.press('Enter')
      await signInAgain(page, w, codeFor, email)
      await expect(nameField(page, w)).toHaveValue('Neema')
      await page.getByRole('button', { name: w('onboarding_submit') }).click()
      await expect(page).toHaveURL('/app/books')
    },
  )

  test(
    'asks again as often as it is waved away',
    { tag: ['@desktop', '@slow'] },
    async ({ page, context, w, newReader }) => {
      await newReader()
      await open(page, NAME_DRAWER)
      await nameField(page, w).fill('Neema')
      await forgetSession(context)
      const close = question(page, w)
        .getByRole('button', { name: w('common_close') })
        .first()
      for (const wave of [() => page.keyboard.press('Escape'), () => close.click()]) {
        await saveName(page, w)
        await expect(question(page, w).locator(':focus')).toHaveCount(1)
        await wave()
        await expect(question(page, w)).toHaveCount(0)
        await expect(nameField(page, w)).toHaveValue('Neema')
      }
      await saveName(page, w)
      await question(page, w)
        .getByRole('link', { name: w('session_other') })
        .click()
      await expect(heading(page)).toHaveText(w('login_title'))
      await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === NAME_DRAWER)
    },
  )

  test(
    'by a ban is not taken up again, and the ban is said',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, newReader, codeFor, dataDir, watched }) => {
      watched.allow(/status of 403/)
      const email = await newReader()
      await open(page, NAME_DRAWER)
      await nameField(page, w).fill('Neema')
      await runSql(dataDir, 'update "user" set banned = true where email = $1', [email])
      await saveName(page, w)
      await question(page, w)
        .getByRole('button', { name: w('account_reauthenticate_send') })
        .click()
      await codeField(page, w).fill(await codeFor(email, 2))
      await expect(question(page, w).getByRole('alert')).toHaveText(w('error_BANNED_USER'))
    },
  )

  test(
    'leads to the login at the next step, and from there on',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, newReader, codeFor, dataDir }) => {
      const email = await newReader()
      await open(page, '/app')
      await endSessions(dataDir, email)
      await page
        .getByRole('navigation')
        .filter({ visible: true })
        .getByRole('link', { name: w('nav_books'), exact: true })
        .click()
      await expect(heading(page)).toHaveText(w('login_title'))
      await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === '/app/books')
      await page.getByLabel(w('login_email_label'), { exact: true }).fill(email)
      await page.keyboard.press('Enter')
      await codeField(page, w).fill(await codeFor(email, 2))
      await expect(page).toHaveURL('/app/books')
    },
  )

  test(
    'is noticed when the page is turned to after a minute, not sooner',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, newReader, dataDir }) => {
      await page.clock.install()
      const email = await newReader()
      await open(page, '/app/books')
      await endSessions(dataDir, email)
      let looks = 0
      page.on('request', (request) => (looks += request.url().includes('getCurrentUser') ? 1 : 0))
      const turnTo = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
      await page.clock.fastForward('00:50')
      await turnTo()
      await turnTo()
      expect(looks).toBe(0)
      await page.clock.fastForward('00:11')
      await turnTo()
      await expect(heading(page)).toHaveText(w('login_title'))
      await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === '/app/books')
    },
  )
})

test.describe('Two tabs', () => {
  test(
    'leave together, and come back together',
    { tag: ['@desktop', '@slow'] },
    async ({ page, context, w, newReader, codeFor }) => {
      const email = await newReader()
      const other = await context.newPage()
      await open(other, '/app/books?searchTerm=hugo')
      await open(page, '/app/account')
      await signOut(page, w)
      await expect(heading(other)).toHaveText(w('login_title'))
      await expect(other).toHaveURL((url) => url.searchParams.get('redirect') === '/app/books?searchTerm=hugo')
      await expect(page).toHaveURL('/login')
      await page.getByLabel(w('login_email_label'), { exact: true }).fill(email)
      await page.keyboard.press('Enter')
      await codeField(page, w).fill(await codeFor(email, 2))
      await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
      await expect(other).toHaveURL('/app/books?searchTerm=hugo')
      await expect(other.getByLabel(w('books_search_label'))).toHaveValue('hugo')
    },
  )

  test(
    'keep what is typed in one when the other leaves',
    { tag: ['@phone', '@slow'] },
    async ({ page, context, w, newReader, codeFor }) => {
      const email = await newReader()
      const other = await context.newPage()
      await open(other, NAME_DRAWER)
      await nameField(other, w).fill('Neema')
      await open(page, '/app/account')
      await signOut(page, w)
      await expect(question(other, w)).toBeVisible()
      await expect(heading(page)).toHaveText(w('login_title'))
      await page.getByLabel(w('login_email_label'), { exact: true }).fill(email)
      await page.keyboard.press('Enter')
      await codeField(page, w).fill(await codeFor(email, 2))
      await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
      await expect(question(other, w)).toHaveCount(0)
      await expect(nameField(other, w)).toHaveValue('Neema')
      await saveName(other, w)
      await expect(other.getByText(w('account_name_updated'))).toBeVisible()
      // The first tab gets the name too.
      await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Neema' }))
    },
  )

  test(
    'never mix two people',
    { tag: ['@desktop', '@slow'] },
    async ({ page, context, w, language, dataDir, newReader }) => {
      await newReader('Amina')
      const other = await context.newPage()
      await open(other, NAME_DRAWER)
      await nameField(other, w).fill('Neema')
      await open(page, '/app/account')
      await signOut(page, w)
      await expect(question(other, w)).toBeVisible()
      await expect(heading(page)).toHaveText(w('login_title'))
      const email = newAddress()
      await signIn(page, { email, name: 'Baraka', dataDir, language })
      await expect(question(other, w)).toHaveCount(0)
      await expect(nameField(other, w)).toHaveValue('Baraka')
      await expect(other.getByText(email)).toBeVisible()
    },
  )
})

const forgetSession = (context: BrowserContext) => context.clearCookies({ name: /session_token/ })

async function signOut(page: Page, w: Words): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: w('account_sign_out'), exact: true })
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('account_sign_out'), exact: true })
    .click()
}
