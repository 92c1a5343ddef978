import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { heading, waitForHydration } from '../../../testing/sign-in.ts'
import { PATIENCE } from './first-day.ts'
import { expect } from './diary.ts'
import type { Walk } from './at-hand.ts'
import { WITH_COVER } from './week.ts'

export async function findBackup({ page, w, diary, laptop }: Walk, desktop: string): Promise<void> {
  await diary.step('the backup is chosen on the stick', async () => {
    await diary.press(page.getByRole('radio', { name: w('setup_backup') }))
    await page
      .getByText(w('restore_none'))
      .or(page.getByText(w('restore_whole')))
      .first()
      .waitFor()
    await diary.picture('i-have-a-backup')
    if ((await page.getByRole('radio', { name: 'Les Baobabs' }).count()) > 0) return
    const newest = laptop.shell(`ls ${desktop}/Maktaba/maktaba-backups/*.maktaba | tail -n 1`).trim()
    const chooser = page.waitForEvent('filechooser')
    await diary.press(page.getByRole('button', { name: w('restore_file_choose') }))
    // In the window that opens a file: the stick, two folders, the file, 'Open'.
    diary.outside(5)
    await (await chooser).setFiles(laptop.fileFor(newest))
    await page.getByText(w('restore_whole'), { exact: true }).waitFor({ timeout: PATIENCE })
    await diary.picture('backup-found')
  })
}

export async function bringBack({ page, w, diary }: Walk, eight: readonly string[]): Promise<void> {
  await diary.step('the eight words, and the library comes back', async () => {
    await diary.type(page.getByLabel(w('restore_words_label')), eight.join(' '))
    await diary.picture('eight-words')
    await diary.press(page.locator('button[type=submit]'))
    await expect(heading(page)).toHaveText(w('restore_running'))
    await diary.picture('comes-back')
    await expect(heading(page)).toHaveText(w('restore_who_title'), { timeout: PATIENCE })
    await waitForHydration(page)
    await diary.picture('who')
  })
  await diary.step('who one is, and signed in', async () => {
    // Of one admin it is chosen already.
    await diary.press(page.getByRole('button', { name: w('restore_who_submit') }))
    await expect(heading(page)).toHaveText(w('setup_done_title', { name: 'Amina Diallo' }))
    await waitForHydration(page)
    await diary.picture('signed-in')
    await diary.press(page.getByRole('link', { name: w('setup_done_link') }))
    await expect(heading(page)).toHaveText(w('dashboard_title'))
    await waitForHydration(page)
    await diary.picture('dashboard')
  })
}

/** What a library has, to be compared. */
export interface Kept {
  books: number
  borrowers: unknown
  loans: unknown
  /** SHA-256 of the picture that a book was given. */
  cover: string
  /** What the fields of the page of settings say. */
  settings: unknown
}

export async function whatIsThere(page: Page): Promise<Kept> {
  const ask = async (path: string) => {
    const answer = await page.context().request.get(path)
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
    return answer
  }
  const read = async (path: string) => (await ask(`/api/v1${path}`)).json()
  const { total, items } = await read(`/books?${new URLSearchParams({ searchTerm: WITH_COVER, limit: '1' })}`)
  await page.goto(`/manager/books/${items[0]?.id}`)
  const address = await page.locator('.cover img').first().getAttribute('src')
  const cover = createHash('sha256')
    .update(await (await ask(address ?? '/')).body())
    .digest('hex')
  await page.goto('/manager/settings')
  await waitForHydration(page)
  const settings = await page
    .getByRole('main')
    .locator('input, select')
    .evaluateAll((fields) =>
      fields.map((field) =>
        field instanceof HTMLInputElement && field.type === 'checkbox'
          ? field.checked
          : field instanceof HTMLInputElement || field instanceof HTMLSelectElement
            ? field.value
            : '',
      ),
    )
  expect(total).toBe(1)
  return {
    books: (await read('/books?limit=1')).total,
    borrowers: await read('/borrowers?limit=100'),
    loans: await read('/loans?limit=100'),
    cover,
    settings,
  }
}

/** What is left to do on the new laptop: the stick is chosen again, and the sheet printed. */
export async function lookAround({ page, w, diary }: Walk): Promise<void> {
  await diary.step('the page of backups on the new laptop', async () => {
    await page.goto('/manager/backups')
    await waitForHydration(page)
    await diary.picture('backups-again')
    await page.goto('/manager/settings')
    await waitForHydration(page)
    await page.getByRole('heading', { name: w('second_folder_title') }).scrollIntoViewIfNeeded()
    await diary.picture('settings-again')
  })
}
