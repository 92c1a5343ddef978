import { expect, type Page } from '@playwright/test'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const path = '/manager/genres'
const dialog = (page: Page) => page.getByRole('dialog')

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('button').nth(2).click()
  await expect(dialog(page)).toBeVisible()
}

const openEnd = (key: 'genre_merge_open' | 'genre_delete_open') => async (page: Page, w: Words) => {
  await openFirst(page)
  await dialog(page)
    .getByRole('button', { name: w(key) })
    .click()
  await expect(dialog(page).getByRole('combobox')).toBeVisible()
}

/** The genres: their list, the form of one, how it ends, and a library without any. */
export const MANAGER_GENRE_SCREENS: Screen[] = [
  { name: 'manager-genres', person: 'admin', path },
  { name: 'manager-genres-edit', person: 'admin', path, act: openFirst },
  { name: 'manager-genres-merge', person: 'admin', path, act: openEnd('genre_merge_open') },
  { name: 'manager-genres-delete', person: 'admin', path, act: openEnd('genre_delete_open') },
  { name: 'manager-genres-none', person: 'admin', path, settings: { SEED: 'none' } },
  {
    name: 'manager-genres-create',
    person: 'admin',
    path: '/manager/books/new',
    act: async (page, w) => {
      await page.getByRole('combobox', { name: w('book_genre') }).fill('Manga')
      await expect(page.getByRole('option')).toHaveCount(1)
    },
  },
]
