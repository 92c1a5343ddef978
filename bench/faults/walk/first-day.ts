import { isolated } from '#base/i18n/isolated.ts'
import { heading, waitForHydration } from '../../../testing/sign-in.ts'
import { expect } from './diary.ts'
import type { Walk } from './at-hand.ts'

/** Milliseconds that a backup may take until its copy is on the stick, on a slow machine. */
export const PATIENCE = 180_000

export async function setUp({ page, w, diary }: Walk): Promise<void> {
  await diary.step('the library is set up, with samples', async () => {
    await diary.type(page.getByLabel(w('library_name')), 'Les Baobabs')
    await diary.type(page.getByLabel(w('setup_name_label')), 'Amina Diallo')
    await diary.type(page.getByLabel(w('setup_email_label')), 'amina@example.org')
    await diary.picture('set-up')
    await diary.press(page.getByRole('button', { name: w('setup_submit') }))
    await expect(heading(page)).toHaveText(w('setup_done_title', { name: 'Amina Diallo' }))
    await waitForHydration(page)
    await diary.picture('welcome')
  })
}

export async function chooseStick({ page, w, diary, laptop, stick }: Walk): Promise<void> {
  await diary.step('a stick is plugged in and chosen', async () => {
    await diary.press(page.getByRole('link', { name: w('setup_second_folder_link') }))
    await expect(page.getByText(w('second_folder_none_yet'))).toBeVisible()
    await diary.picture('no-stick')
    laptop.plugIn(stick)
    const choose = page.getByRole('button', { name: w('second_folder_choose_one', { folder: isolated('BAOBABS') }) })
    await choose.waitFor({ timeout: 30_000 })
    await diary.picture('stick')
    await diary.press(choose)
    await page
      .getByText(w('second_folder_stick_good', { name: isolated('BAOBABS') }))
      .first()
      .waitFor()
    await diary.picture('stick-chosen')
  })
}

/** The words of the sheet are made; returns them. */
export async function showWords(walk: Walk): Promise<string[]> {
  const { page, w, diary } = walk
  return diary.step('the eight words are shown', async () => {
    await diary.press(page.getByRole('link', { name: w('sheet_link') }).first())
    await expect(heading(page)).toHaveText(w('setup_sheet_title'))
    await diary.picture('sheet')
    const eight = await wordsOf(walk)
    await diary.picture('sheet-words')
    return eight
  })
}

async function wordsOf({ page, w, diary }: Walk): Promise<string[]> {
  await diary.press(page.getByRole('button', { name: w('sheet_words_show') }))
  await page.getByText(w('sheet_words_next')).waitFor()
  return page.getByRole('main').locator('li > b').allInnerTexts()
}

/** The sheet is printed, with the backup that the words open and the program on the stick. */
export async function printSheet(walk: Walk, eight: readonly string[]): Promise<void> {
  const { page, w, diary } = walk
  await diary.step('the sheet is printed', async () => {
    await diary.press(page.getByRole('link', { name: w('sheet_link') }))
    expect(await wordsOf(walk)).toEqual(eight)
    await diary.press(page.getByRole('button', { name: w('sheet_link') }))
    // In the window that prints.
    diary.outside(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(w('sheet_1_package')).first()).toBeVisible()
    await expect(page.getByText(w('sheet_3'), { exact: true }).first()).toBeVisible()
    await diary.picture('sheet-paper', true)
    await page.emulateMedia({ media: null })
  })
}

/** A backup by the page's button, until its copy is on the stick. */
export async function backUp({ page, w }: Walk, press: () => Promise<void>): Promise<void> {
  const line = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: w('second_folder_newest', { at: '§' }).split('§')[0] ?? '' })
  const before = (await line.count()) > 0 ? await line.innerText() : ''
  await press()
  await expect
    .poll(async () => ((await line.count()) > 0 ? await line.innerText() : before), { timeout: PATIENCE })
    .not.toBe(before)
}

/** The first backup with the words of the sheet. */
export async function makeBackup(walk: Walk): Promise<void> {
  const { page, w, diary } = walk
  await diary.step('a first backup is copied to the stick', async () => {
    await diary.press(page.getByRole('link', { name: w('sheet_back') }))
    await expect(heading(page)).toHaveText(w('backups_title'))
    await diary.picture('backups')
    await backUp(walk, () => diary.press(page.getByRole('button', { name: w('backups_start') })))
    await diary.picture('backup-copied')
  })
}
