import { expect, type Page } from '@playwright/test'
import { addView } from '../e2e/views-api.ts'
import { open } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const NAMES: Record<string, [untidy: string, recent: string, children: string]> = {
  en: ['To be tidied', 'Changed last', 'Children’s books of the school in Kisumu'],
  fr: ['À compléter', 'Derniers changements', 'Livres pour enfants de l’école de Kisumu'],
  ar: ['للترتيب', 'آخر التعديلات', 'كتب الأطفال لمدرسة كيسومو'],
  sw: ['Vya kupangwa', 'Vilivyobadilishwa', 'Vitabu vya watoto vya shule ya Kisumu'],
}

/** Adds three views, and opens the first one, from which the list may differ. */
const openView = (isChanged: boolean) => async (page: Page) => {
  const language = (await page.locator('html').getAttribute('lang')) ?? 'en'
  const [untidy = '', recent = '', children = ''] = NAMES[language] ?? []
  const { id } = await addView(page, { name: untidy, isShared: false, search: { publisher: 'Gallimard' } })
  await addView(page, { name: recent, isShared: false, search: { sort: 'changed' } })
  const search = { searchTerm: 'la', genreId: 'none', sort: 'author' }
  await addView(page, { name: children, isShared: true, search })
  await open(page, `/manager/books?publisher=Gallimard&view=${id}${isChanged ? '&sort=author' : ''}`)
}

async function openViews(page: Page, w: Words): Promise<void> {
  await page
    .getByRole('main')
    .locator('button[aria-haspopup=dialog]', { has: page.locator('svg') })
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: w('views_title') })).toBeVisible()
}

async function openChanged(page: Page, w: Words): Promise<void> {
  await openView(true)(page)
  await openViews(page, w)
}

async function openEdit(page: Page, w: Words): Promise<void> {
  await openChanged(page, w)
  await page.getByRole('dialog').getByText(w('noun_edit'), { exact: true }).last().click()
  await expect(page.getByRole('dialog').getByLabel(w('view_name'))).toBeVisible()
}

/** The saved views of the list of books, and that the list of users has none. */
export const MANAGER_VIEW_SCREENS: Screen[] = [
  { name: 'manager-views-shown', person: 'admin', path: '/manager/books', act: openView(false) },
  { name: 'manager-views-changed', person: 'admin', path: '/manager/books', act: openView(true) },
  { name: 'manager-views', person: 'admin', path: '/manager/books', act: openChanged },
  { name: 'manager-views-none', person: 'admin', path: '/manager/users', act: openViews },
  {
    name: 'manager-views-new',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      await openChanged(page, w)
      await page.getByRole('button', { name: w('views_new') }).click()
    },
  },
  { name: 'manager-views-edit', person: 'admin', path: '/manager/books', act: openEdit },
  {
    name: 'manager-views-delete',
    person: 'admin',
    path: '/manager/books',
    act: async (page, w) => {
      await openEdit(page, w)
      await page.getByRole('button', { name: w('view_delete') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
