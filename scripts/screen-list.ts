import { expect, type Page } from '@playwright/test'
import { resetLimits } from '../e2e/sessions.ts'
import type { Words } from '../e2e/words.ts'
import { ACCOUNT_KEY_SCREENS } from './account-key-screens.ts'
import { LOGIN_SCREENS } from './login-screens.ts'
import { MANAGER_SCREENS } from './manager-screens.ts'
import { PASSKEY_SCREENS } from './passkey-screens.ts'
import type { Screen } from './screen.ts'
import { SHELL_SCREENS } from './shell-screens.ts'

const openEmail = async (page: Page): Promise<void> => expect(page.getByRole('dialog')).toBeVisible()

async function openReauthentication(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w('account_email_submit') }).click()
  await expect(page.getByRole('button', { name: w('account_reauthenticate_send') })).toBeVisible()
}

const toEnd = (page: Page): Promise<void> =>
  page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

/** A search with few hits, and similar books below them. */
async function seeSimilar(page: Page, w: Words): Promise<void> {
  const similar = page.getByRole('heading', { name: w('books_similar'), exact: true })
  await expect(similar).toBeAttached()
  await similar.evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
}

/** The middle of a list of six pages. */
async function loadPages(page: Page, w: Words): Promise<void> {
  for (const count of [40, 60, 80, 100, 120]) {
    await page.getByRole('button', { name: w('list_load_more') }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(new RegExp(`${count}\\D`))
  }
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await expect(page.getByRole('main').getByRole('listitem').filter({ visible: true }).first()).toBeAttached()
}

/** All screens. */
export const SCREENS: Screen[] = [
  ...LOGIN_SCREENS,
  { name: 'onboarding', person: 'newcomer', path: '/onboarding' },
  { name: 'home', person: 'reader', path: '/app' },
  { name: 'books', person: 'reader', path: '/app/books' },
  { name: 'books-search', person: 'reader', path: '/app/books?searchTerm=la' },
  { name: 'books-few', person: 'reader', path: '/app/books?searchTerm=conte', act: seeSimilar },
  { name: 'books-similar', person: 'reader', path: '/app/books?searchTerm=miserbles' },
  { name: 'books-long', person: 'reader', path: '/app/books', act: loadPages },
  { name: 'books-end', person: 'reader', path: '/app/books?searchTerm=la', act: (page) => toEnd(page) },
  { name: 'books-empty', person: 'reader', path: '/app/books?searchTerm=zzzz' },
  {
    name: 'book',
    person: 'reader',
    path: '/app/books?searchTerm=miserables',
    act: async (page) => {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Les Misérables')
    },
  },
  { name: 'account', person: 'reader', path: '/app/account' },
  {
    name: 'account-signout',
    person: 'reader',
    path: '/app/account',
    act: async (page, w) => {
      await page
        .getByRole('main')
        .getByRole('button', { name: w('account_sign_out'), exact: true })
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'account-sessions',
    person: 'reader',
    path: '/app/account',
    act: async (page) => {
      await page.getByRole('listitem').nth(1).getByRole('button').first().click()
      await page.getByRole('list').last().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'account-end',
    person: 'reader',
    path: '/app/account',
    act: async (page) => page.evaluate(() => scrollTo(0, document.body.scrollHeight)),
  },
  {
    name: 'account-name',
    person: 'reader',
    path: '/app/account?state=change-name',
    act: async (page) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  { name: 'account-email', person: 'reader', path: '/app/account?newEmail=amina@example.net', act: openEmail },
  {
    name: 'account-reauthentication',
    person: 'reader',
    path: '/app/account?newEmail=amina@example.net',
    act: openReauthentication,
  },
  {
    name: 'account-code',
    person: 'reader',
    path: '/app/account?newEmail=amina@example.net',
    act: async (page, w, dataDir) => {
      await resetLimits(dataDir)
      await openReauthentication(page, w)
      await page.getByRole('button', { name: w('account_reauthenticate_send') }).click()
      await expect(page.getByLabel(w('verify_code_label'), { exact: true })).toBeVisible()
    },
  },
  {
    name: 'account-session-end',
    person: 'reader',
    path: '/app/account',
    act: async (page, w) => {
      await page.getByRole('listitem').nth(1).getByRole('button').last().click()
      await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(w('account_session_end_text'))
    },
  },
  {
    name: 'account-delete',
    person: 'reader',
    path: '/app/account',
    act: async (page, w) => {
      await page.getByRole('button', { name: w('account_delete') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'account-version',
    person: 'reader',
    path: '/app/account',
    act: async (page, w) => {
      await page.getByRole('button', { name: w('account_version', { version: '' }).trim() }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  ...PASSKEY_SCREENS,
  ...ACCOUNT_KEY_SCREENS,
  ...SHELL_SCREENS,
  { name: '404', person: 'reader', path: '/nowhere' },
  { name: 'access-denied', person: 'reader', path: '/manager' },
  ...MANAGER_SCREENS,
  { name: 'home-switch', person: 'admin', path: '/home' },
]
