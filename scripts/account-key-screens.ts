import { expect, type Page } from '@playwright/test'
import { KEYS, makeSessionsFresh, setKeys } from '../e2e/keys.ts'
import { ADMIN } from '../e2e/server.ts'
import { waitForHydration } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

// A separate server, so that the keys made here do not appear in other screens.
const OWN = { CODES_PER_CLIENT: '1000' }
const PATH = '/manager/account'

/** Scrolls to the panel of API keys. */
const toPanel = (page: Page, w: Words): Promise<void> =>
  page
    .getByRole('main')
    .locator('section', { hasText: w('account_keys_text') })
    .evaluate((panel) => panel.scrollIntoView({ block: 'center' }))

async function withKeys(page: Page, w: Words, dataDir: string, keys = KEYS): Promise<void> {
  await setKeys(dataDir, ADMIN, keys)
  await page.reload()
  await waitForHydration(page)
  await toPanel(page, w)
}

async function openForm(page: Page, w: Words): Promise<void> {
  await toPanel(page, w)
  await page.getByRole('button', { name: w('account_key_new') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function make(page: Page, w: Words, dataDir: string): Promise<void> {
  await makeSessionsFresh(dataDir)
  await openForm(page, w)
  await page.getByRole('dialog').getByLabel(w('onboarding_name_label'), { exact: true }).fill('Website')
  await page.getByRole('button', { name: w('account_key_create') }).click()
  await expect(page.getByRole('dialog').getByText(/^mkt_/)).toBeVisible()
}

/** The API keys in a manager's account. */
export const ACCOUNT_KEY_SCREENS: Screen[] = [
  { name: 'account-keys', person: 'admin', path: PATH, act: withKeys },
  {
    name: 'account-keys-empty',
    person: 'admin',
    path: PATH,
    settings: OWN,
    act: (page, w, dataDir) => withKeys(page, w, dataDir, []),
  },
  { name: 'account-key-new', person: 'admin', path: PATH, settings: OWN, act: openForm },
  {
    name: 'account-key-chosen',
    person: 'admin',
    path: PATH,
    settings: OWN,
    act: async (page, w) => {
      await openForm(page, w)
      await page.getByLabel(w('account_key_scopes_choose')).check()
      for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) await box.setChecked(false)
      await page.getByRole('dialog').getByLabel(w('onboarding_name_label'), { exact: true }).fill('Website')
      await page.getByRole('button', { name: w('account_key_create') }).click()
      await expect(page.getByText(w('scope_required'))).toBeVisible()
    },
  },
  { name: 'account-key-made', person: 'admin', path: PATH, settings: OWN, act: make },
  {
    name: 'account-key-lose',
    person: 'admin',
    path: PATH,
    settings: OWN,
    act: async (page, w, dataDir) => {
      await make(page, w, dataDir)
      await page.getByRole('button', { name: w('account_key_done') }).click()
      await expect(page.getByRole('dialog')).toHaveAccessibleName(w('account_key_lose_title'))
    },
  },
  {
    name: 'account-key-revoke',
    person: 'admin',
    path: PATH,
    act: async (page, w, dataDir) => {
      await withKeys(page, w, dataDir)
      await page.getByRole('button', { name: w('account_key_revoke_one', { name: 'Website' }) }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
