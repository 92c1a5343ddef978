import type { Page } from '@playwright/test'
import { addBook, changeBook } from '../books-api.ts'
import { addDuplicates, groups, openDuplicates } from '../duplicates.ts'
import { runSql } from '../database.ts'
import { reload } from '../sign-in.ts'
import { addView } from '../views-api.ts'
import type { Language } from '../words.ts'
import {
  expect,
  answer,
  ask,
  dialogs,
  oncePerServer,
  press,
  see,
  seeDialog,
  seeText,
  toEnd,
  type Act,
  type Area,
  type Key,
  type Visit,
} from './screen.ts'

const DASHBOARD = '/manager/dashboard'

/** Fills a library with a year of activity. */
async function addYear(dataDir: string): Promise<void> {
  await runSql(dataDir, `update book set created_at = now() - (abs(hashtext(title)) % 340) * interval '1 day'`, [])
  await runSql(
    dataDir,
    `with one as (select set_config('maktaba.actor', json_build_object('userId', "user".id)::text, true)
       from "user" where role = 'admin' limit 1)
     update book set publisher = '', genre_id = null from one
     where title in ('Utengano', 'Kusadikika', 'Les Misérables') and publisher <> ''`,
    [],
  )
}

async function openMenu({ page, w }: Visit): Promise<void> {
  const button = page.getByRole('button', { name: w('nav_menu') })
  if (await button.isVisible()) await button.click()
}

async function tryOperation(page: Page): Promise<void> {
  const block = page.locator('[id$="-listGenres"].opblock')
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Try it out' }).click()
  await block.getByRole('button', { name: 'Execute' }).click()
  await expect(block.locator('.live-responses-table')).toBeVisible()
  await block.evaluate((element) => element.scrollIntoView())
}

/** Some changes, so that there is something to see; the burst is opened. */
async function addActivity({ page }: Visit): Promise<string> {
  const title = `Nyota ${Date.now()}`
  const { id } = await addBook(page, { title })
  for (const which of ['ya pili', 'ya tatu', 'ya nne']) await addBook(page, { title: `${title} ${which}` })
  await changeBook(page, id, { publisher: 'Mkuki na Nyota', author: 'Shaaban Robert' })
  return '/manager/activity'
}

async function openBurst({ page, w }: Visit): Promise<void> {
  await page
    .getByRole('button', { name: w('activity_open') })
    .first()
    .click()
  await expect(page.getByRole('button', { name: w('activity_close') })).toBeVisible()
  await expect(page.getByText(/Nyota \d+ ya nne/).first()).toBeVisible()
}

async function makeBackup({ page, w }: Visit): Promise<void> {
  // Of the pictures that are taken at once one makes it.
  await page
    .getByRole('button', { name: w('backups_start') })
    .click({ timeout: 1000 })
    .catch(() => undefined)
  // Pages are not refreshed while pictures are taken.
  await expect(async () => {
    await reload(page)
    await expect(page.getByText(w('backups_verified'), { exact: true }).first()).toBeVisible({ timeout: 500 })
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 500 })
  }).toPass({ timeout: 25_000 })
}

async function openGenre({ page }: Visit): Promise<void> {
  await page.getByRole('table').getByRole('button').nth(2).click()
  await expect(dialogs(page)).toBeVisible()
}

const endGenre = (key: Key): Act[] => [
  answer(key),
  ({ page }) => expect(dialogs(page).getByRole('combobox')).toBeVisible(),
]

async function showDuplicates({ page }: Visit): Promise<void> {
  await addDuplicates(page)
  await openDuplicates(page)
}

const firstGroup = ({ page, w }: Visit) =>
  groups(page)
    .first()
    .getByRole('button', { name: w('duplicates_merge') })
    .click()

const VIEWS: Record<Language, [untidy: string, recent: string, children: string]> = {
  en: ['To be tidied', 'Changed last', 'Children’s books of the school in Kisumu'],
  fr: ['À compléter', 'Derniers changements', 'Livres pour enfants de l’école de Kisumu'],
  ar: ['للترتيب', 'آخر التعديلات', 'كتب الأطفال لمدرسة كيسومو'],
  sw: ['Vya kupangwa', 'Vilivyobadilishwa', 'Vitabu vya watoto vya shule ya Kisumu'],
}

/** Adds three views, and returns the list of the first one, from which it may differ. */
const addViews =
  (difference: string) =>
  async ({ page, language }: Visit) => {
    const [untidy, recent, children] = VIEWS[language]
    const { id } = await addView(page, { name: untidy, isShared: false, search: { publisher: 'Gallimard' } })
    await addView(page, { name: recent, isShared: false, search: { sort: 'changed' } })
    const search = { searchTerm: 'la', genreId: 'none', sort: 'author' }
    await addView(page, { name: children, isShared: true, search })
    return `/manager/books?publisher=Gallimard&view=${id}${difference}`
  }

async function openViews({ page, w }: Visit): Promise<void> {
  await page
    .getByRole('main')
    .locator('button[aria-haspopup=dialog]', { has: page.locator('svg'), hasText: /./ })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: w('views_title') })).toBeVisible()
}

/** What managers see, without books and users. */
export const MANAGER: readonly Area[] = [
  {
    person: 'admin',
    screens: [
      {
        name: 'manager-dashboard-new',
        path: DASHBOARD,
        axe: 'both',
        next: [
          { name: 'manager-menu', axe: 'phone', act: openMenu },
          {
            name: 'manager-keys',
            axe: 'desktop',
            act: [({ page }) => page.keyboard.press('?'), seeDialog],
          },
        ],
      },
      { name: 'home-switch', path: '/home', axe: 'phone' },
      { name: 'manager-account', path: '/manager/account', axe: 'phone' },
      { name: 'manager-app', path: '/app' },
      { name: 'manager-settings', path: '/manager/settings', axe: 'both' },
      {
        name: 'manager-health',
        path: '/manager/health',
        axe: 'both',
        act: ({ page }) =>
          expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible({ timeout: 25_000 }),
      },
      { name: 'manager-update', path: '/manager/update', axe: 'both' },
      { name: 'manager-security', path: '/manager/activity/security', axe: 'both' },
      {
        name: 'manager-activity',
        path: addActivity,
        axe: 'phone',
        act: openBurst,
        next: [{ name: 'manager-activity-days', act: ask('activity_days_all') }],
      },
      {
        name: 'manager-activity-narrowed',
        path: '/manager/activity?change=update&kind=book&from=2026-01-01',
        axe: 'both',
      },
      { name: 'manager-activity-none', path: '/manager/activity?searchTerm=zzzz' },
      {
        name: 'manager-backups-none',
        path: '/manager/backups',
        next: [{ name: 'manager-backups', act: makeBackup }],
      },
      { name: 'manager-sheet', path: '/manager/backups/sheet', axe: 'both' },
      {
        name: 'manager-genres',
        path: '/manager/genres',
        axe: 'both',
        next: [
          {
            name: 'manager-genres-edit',
            axe: 'both',
            act: openGenre,
            next: [
              { name: 'manager-genres-merge', act: endGenre('genre_merge_open') },
              { name: 'manager-genres-delete', act: endGenre('genre_delete_open') },
            ],
          },
        ],
      },
      { name: 'manager-views-shown', path: addViews('') },
      {
        name: 'manager-views-changed',
        path: addViews('&sort=author'),
        next: [
          {
            name: 'manager-views',
            axe: 'both',
            act: openViews,
            next: [
              {
                name: 'manager-views-new',
                act: answer('views_new'),
                next: [
                  {
                    name: 'manager-views-new-error',
                    axe: 'both',
                    act: [
                      ({ page, w }) => page.getByRole('textbox', { name: w('view_name') }).fill(''),
                      answer('noun_save'),
                      seeText('name_required'),
                    ],
                  },
                ],
              },
              {
                name: 'manager-views-edit',
                act: async ({ page, w }) => {
                  await dialogs(page).getByText(w('noun_edit'), { exact: true }).last().click()
                  await expect(dialogs(page).getByLabel(w('view_name'))).toBeVisible()
                },
                next: [
                  {
                    name: 'manager-views-delete',
                    act: [answer('view_delete'), ({ page }) => expect(page.getByRole('alertdialog')).toBeVisible()],
                  },
                ],
              },
            ],
          },
        ],
      },
      { name: 'manager-views-none', path: '/manager/users', act: openViews },
      {
        name: 'api-docs-operations',
        path: '/api/docs',
        act: ({ page }) => page.locator('.scheme-container').evaluate((element) => element.scrollIntoView()),
      },
      { name: 'api-docs-tried', path: '/api/docs', act: ({ page }) => tryOperation(page) },
    ],
  },
  {
    person: 'admin',
    before: oncePerServer(addYear),
    screens: [
      {
        name: 'manager-dashboard',
        path: DASHBOARD,
        next: [
          { name: 'manager-dashboard-end', act: toEnd },
          {
            name: 'manager-dashboard-table',
            act: [
              press('dashboard_as_table'),
              see('dashboard_as_chart'),
              ({ page }) => page.getByRole('table').scrollIntoViewIfNeeded(),
            ],
          },
        ],
      },
    ],
  },
  {
    person: 'admin',
    settings: { SEED: 'genres' },
    screens: [
      { name: 'manager-dashboard-empty', path: DASHBOARD },
      { name: 'manager-import-none', path: '/manager/import' },
    ],
  },
  {
    person: 'admin',
    settings: { SEED: 'none' },
    screens: [
      { name: 'manager-genres-none', path: '/manager/genres' },
      { name: 'manager-duplicates-none', path: '/manager/duplicates' },
    ],
  },
  {
    person: 'admin',
    settings: { SEED: 'genres' },
    screens: [
      {
        name: 'manager-duplicates',
        path: '/manager/duplicates',
        act: showDuplicates,
        next: [
          {
            name: 'manager-duplicates-merge',
            axe: 'both',
            act: [firstGroup, see('duplicates_choose', 'heading')],
          },
          {
            name: 'manager-book-possible-duplicate',
            act: [({ page }) => groups(page).last().getByRole('link').first().click(), seeText('book_possibly_same')],
          },
        ],
      },
    ],
  },
  {
    person: 'admin',
    settings: {
      LOG_LEVEL: 'silent',
      ENV_NAME: 'Training',
      METRICS_TOKEN: 'for the pictures alone',
      LOOKUP: 'bnf, dnb',
    },
    screens: [
      { name: 'manager-settings-unwise', path: '/manager/settings' },
      { name: 'manager-book-new-lookup', path: '/manager/books/new' },
    ],
  },
]
