import { expect, type Page } from '@playwright/test'
import type { Person } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'

/** A screen of which a picture is taken. */
export interface Screen {
  name: string
  person: 'nobody' | Person
  path: string
  /** What is done before the picture is taken. */
  act?: (page: Page, w: Words) => Promise<void>
}

/** Every screen there is. A new one gets a line here. */
export const SCREENS: Screen[] = [
  { name: 'login', person: 'nobody', path: '/login' },
  {
    name: 'login-error-field',
    person: 'nobody',
    path: '/login',
    act: async (page, w) => {
      await page.getByLabel(w('login_email_label'), { exact: true }).fill('amina@example')
      await page.getByRole('button', { name: w('login_submit') }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  { name: 'verify', person: 'nobody', path: '/login/verify?email=amina@example.org' },
  { name: 'login-error', person: 'nobody', path: '/login/error?error=access_denied' },
  { name: 'onboarding', person: 'newcomer', path: '/onboarding' },
  { name: 'home', person: 'reader', path: '/app' },
  { name: 'books', person: 'reader', path: '/app/books' },
  { name: 'books-search', person: 'reader', path: '/app/books?searchTerm=la' },
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
        .getByRole('button', { name: w('account_sign_out') })
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: '404', person: 'reader', path: '/nowhere' },
  { name: 'access-denied', person: 'reader', path: '/manager' },
  { name: 'manager-dashboard', person: 'admin', path: '/manager/dashboard' },
  { name: 'home-switch', person: 'admin', path: '/home' },
]
