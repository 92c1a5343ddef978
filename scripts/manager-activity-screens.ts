import { expect, type Page } from '@playwright/test'
import { addBook, changeBook } from '../e2e/books-api.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const path = '/manager/activity'

/** Some changes, so that there is something to see; the burst is open. */
async function changeSome(page: Page, w: Words): Promise<void> {
  const title = `Nyota ${Date.now()}`
  const { id } = await addBook(page, { title })
  for (const which of ['ya pili', 'ya tatu', 'ya nne']) await addBook(page, { title: `${title} ${which}` })
  await changeBook(page, id, { publisher: 'Mkuki na Nyota', author: 'Shaaban Robert' })
  await page.reload()
  await page
    .getByRole('button', { name: w('activity_open') })
    .first()
    .click()
  await expect(page.getByRole('button', { name: w('activity_close') })).toBeVisible()
  await expect(page.getByText(`${title} ya nne`)).toBeVisible()
}

/** A book that was changed twice, with its first version open. */
async function openVersion(page: Page, w: Words): Promise<void> {
  const { id } = await addBook(page, {
    title: `Petals of Blood, a novel (${crypto.randomUUID().slice(0, 4)})`,
    author: 'Ngugi',
  })
  await changeBook(page, id, { author: 'Ngũgĩ wa Thiong’o', publisher: 'Heinemann Books' })
  await changeBook(page, id, { publisher: 'East African Books' })
  await page.goto(`/manager/books/${id}`)
  await page
    .getByRole('button', { name: w('book_version_open') })
    .last()
    .click()
  await expect(page.getByRole('button', { name: w('book_version_restore_all') })).toBeVisible()
}

/** The page of all activity: plain, narrowed, with nothing found, and its choice of days. */
export const MANAGER_ACTIVITY_SCREENS: Screen[] = [
  { name: 'manager-activity', person: 'admin', path, act: changeSome },
  { name: 'manager-activity-narrowed', person: 'admin', path: `${path}?change=update&kind=book&from=2026-01-01` },
  { name: 'manager-activity-none', person: 'admin', path: `${path}?searchTerm=zzzz` },
  {
    name: 'manager-activity-days',
    person: 'admin',
    path,
    act: async (page, w) => {
      await page.getByRole('button', { name: w('activity_days_all') }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'manager-book-history', person: 'admin', path, act: openVersion },
]
