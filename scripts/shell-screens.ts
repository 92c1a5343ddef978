import { expect, type Page } from '@playwright/test'
import { resetLimits } from '../e2e/sessions.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const DEMO = { DEMO: 'true', CODES_PER_CLIENT: '1000' }
const NAME_DRAWER = '/app/account?state=change-name'

async function changeName(page: Page, w: Words): Promise<void> {
  await page.getByLabel(w('onboarding_name_label'), { exact: true }).fill('Neema')
  await page.getByRole('button', { name: w('account_name_submit') }).click()
}

async function loseSession(page: Page, w: Words): Promise<void> {
  await page.context().clearCookies({ name: /session_token/ })
  await changeName(page, w)
  await expect(page.getByRole('alertdialog')).toBeVisible()
}

async function enterDemo(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w('login_demo_reader') }).click()
  await expect(page.getByLabel(w('onboarding_name_label'), { exact: true })).toBeVisible()
}

/** Waits until the device keeps the catalogue. */
const waitForOfflineCatalogue = (page: Page) =>
  page.waitForFunction(
    () => localStorage.getItem('copy')?.startsWith('[') === true && navigator.serviceWorker.controller,
  )

async function readOffline(page: Page, w: Words): Promise<void> {
  await waitForOfflineCatalogue(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: w('common_try_again') })).toBeVisible()
}

/** Dialogs and banners that can appear on any page. */
export const SHELL_SCREENS: Screen[] = [
  { name: 'offline', person: 'reader', path: '/app/books', act: readOffline },
  { name: 'offline-search', person: 'reader', path: '/app/books?searchTerm=la', act: readOffline },
  {
    name: 'offline-account',
    person: 'reader',
    path: '/app/account',
    act: async (page, w) => {
      await waitForOfflineCatalogue(page)
      await page.reload()
      await page.getByRole('button', { name: w('offline_remove') }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'session-ended', person: 'reader', path: NAME_DRAWER, act: loseSession },
  {
    name: 'session-code',
    person: 'reader',
    path: NAME_DRAWER,
    act: async (page, w, dataDir) => {
      await loseSession(page, w)
      await resetLimits(dataDir)
      await page.getByRole('button', { name: w('account_reauthenticate_send') }).click()
      await expect(page.getByLabel(w('verify_code_label'), { exact: true })).toBeVisible()
    },
  },
  {
    name: 'session-elsewhere',
    person: 'nobody',
    path: `/login?redirect=${encodeURIComponent(NAME_DRAWER)}`,
    settings: DEMO,
    act: async (page, w) => {
      await enterDemo(page, w)
      await page.getByLabel(w('onboarding_name_label'), { exact: true }).fill('Neema')
      await page.context().clearCookies({ name: /session_token/ })
      await page.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'session' })))
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'demo',
    person: 'nobody',
    path: `/login?redirect=${encodeURIComponent(NAME_DRAWER)}`,
    settings: DEMO,
    act: async (page, w) => {
      await enterDemo(page, w)
      await changeName(page, w)
      await expect(page.getByRole('dialog', { name: w('demo_title') })).toBeVisible()
    },
  },
]
