import { expect, type Page } from '@playwright/test'
import { runSql } from '../e2e/database.ts'
import { waitForHydration } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import { MANAGER_BOOK_SCREENS } from './manager-book-screens.ts'
import { MANAGER_DUPLICATE_SCREENS } from './manager-duplicate-screens.ts'
import { MANAGER_ACTIVITY_SCREENS } from './manager-activity-screens.ts'
import { MANAGER_GENRE_SCREENS } from './manager-genre-screens.ts'
import { MANAGER_BACKUP_SCREENS } from './manager-backup-screens.ts'
import { MANAGER_IMPORT_SCREENS } from './manager-import-screens.ts'
import { MANAGER_USER_SCREENS } from './manager-user-screens.ts'
import { MANAGER_VIEW_SCREENS } from './manager-view-screens.ts'
import type { Screen } from './screen.ts'

/** Fills a library with a year of activity. */
async function seeYear(page: Page, _: Words, dataDir: string): Promise<void> {
  await runSql(
    dataDir,
    `update book set created_at = now() - (abs(hashtext(title)) % 340) * interval '1 day'`,
    [],
  ).catch(onlyOnce)
  await runSql(
    dataDir,
    `with one as (select set_config('maktaba.actor', json_build_object('userId', "user".id)::text, true)
       from "user" where role = 'admin' limit 1)
     update book set publisher = '', genre_id = null from one
     where title in ('Utengano', 'Kusadikika', 'Les Misérables') and publisher <> ''`,
    [],
  ).catch(onlyOnce)
  await page.reload()
  await waitForHydration(page)
}

/** Ignores the error of a second picture on the same server. */
function onlyOnce(thrown: Error): void {
  if (!thrown.message.startsWith('Nothing was changed')) throw thrown
}

async function openMenu(page: Page, w: Words): Promise<void> {
  const button = page.getByRole('button', { name: w('nav_menu') })
  if (await button.isVisible()) await button.click()
}

async function openKeys(page: Page, w: Words): Promise<void> {
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: w('keys_title') })).toBeVisible()
}

const seeReference = (page: Page): Promise<void> => expect(page.locator('.opblock').first()).toBeVisible()

async function seeOperations(page: Page): Promise<void> {
  await seeReference(page)
  await page.locator('.scheme-container').evaluate((element) => element.scrollIntoView())
}

async function tryOperation(page: Page): Promise<void> {
  await seeReference(page)
  const block = page.locator('[id$="-listGenres"].opblock')
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  await block.getByRole('button', { name: 'Execute' }).click()
  await expect(block.locator('.live-responses-table')).toBeVisible()
  await block.evaluate((element) => element.scrollIntoView())
}

/** The manager area. */
export const MANAGER_SCREENS: Screen[] = [
  { name: 'manager-dashboard', person: 'admin', path: '/manager/dashboard', act: seeYear },
  {
    name: 'manager-dashboard-end',
    person: 'admin',
    path: '/manager/dashboard',
    act: async (page, w, dataDir) => {
      await seeYear(page, w, dataDir)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    },
  },
  {
    name: 'manager-dashboard-table',
    person: 'admin',
    path: '/manager/dashboard',
    act: async (page, w, dataDir) => {
      await seeYear(page, w, dataDir)
      await page.getByRole('button', { name: w('dashboard_as_table') }).click()
      await page.getByRole('table').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'manager-dashboard-empty',
    person: 'admin',
    path: '/manager/dashboard',
    settings: { SEED: 'genres' },
  },
  { name: 'manager-menu', person: 'admin', path: '/manager/dashboard', act: openMenu },
  { name: 'manager-keys', person: 'admin', path: '/manager/dashboard', act: openKeys },
  { name: 'manager-app', person: 'admin', path: '/app' },
  { name: 'api-docs', person: 'nobody', path: '/api/docs', act: seeReference },
  { name: 'api-docs-operations', person: 'admin', path: '/api/docs', act: seeOperations },
  { name: 'api-docs-tried', person: 'admin', path: '/api/docs', act: tryOperation },
  ...MANAGER_BOOK_SCREENS,
  ...MANAGER_DUPLICATE_SCREENS,
  ...MANAGER_ACTIVITY_SCREENS,
  ...MANAGER_BACKUP_SCREENS,
  ...MANAGER_GENRE_SCREENS,
  ...MANAGER_USER_SCREENS,
  ...MANAGER_IMPORT_SCREENS,
  ...MANAGER_VIEW_SCREENS,
  { name: 'manager-account', person: 'admin', path: '/manager/account' },
  { name: 'manager-settings', person: 'admin', path: '/manager/settings' },
  {
    name: 'manager-settings-unwise',
    person: 'admin',
    path: '/manager/settings',
    settings: { LOG_LEVEL: 'silent', ENV_NAME: 'Training', METRICS_TOKEN: 'for the pictures alone' },
  },
  { name: 'manager-security', person: 'admin', path: '/manager/activity/security' },
]
