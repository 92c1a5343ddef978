import { bookField, saveButton } from '../../../testing/book-form.ts'
import { heading } from '../../../testing/sign-in.ts'
import { backUp } from './first-day.ts'
import { expect } from './diary.ts'
import type { Walk } from './at-hand.ts'

/** Mornings on which the laptop is switched on, in days after the first. */
const MORNINGS = [2, 7]
export const DAYS = 7
/** The book with a photo. */
export const WITH_COVER = 'Le Livre d’or des Baobabs'
const BOOKS = [
  [WITH_COVER, 'La classe de CM2'],
  ['رحلة ابن بطوطة', 'ابن بطوطة'],
  ['Contes de notre village', 'Awa Sarr'],
] as const
const READER = 'Nadia Benali'

/** A week on the clock of the library: books, a reader and a loan on the first day, backups on two more. */
export async function firstWeek(walk: Walk): Promise<void> {
  const { page, w, diary, laptop } = walk
  await diary.step('three books are added, one with a photo of its cover', async () => {
    for (const [title, author] of BOOKS) {
      await diary.go('/manager/books/new', 2)
      await diary.type(bookField(page, w, 'book_title'), title)
      await diary.type(bookField(page, w, 'book_author'), author)
      if (title === WITH_COVER) await addCover(walk)
      await diary.press(saveButton(page, w))
      await expect(heading(page)).toHaveText(title)
    }
    await diary.picture('book')
  })
  await lend(walk)
  await diary.step('a week passes, with two more backups', async () => {
    for (const day of MORNINGS) {
      await laptop.sleepUntil(day)
      await diary.go('/manager/backups', 4)
      await backUp(walk, () => diary.press(page.getByRole('button', { name: w('backups_start') })))
    }
    await diary.picture('a-week-later')
  })
}

async function addCover({ page, w, diary }: Walk): Promise<void> {
  const address = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 1200 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = '#7a2a3e'
    context.fillRect(0, 0, 800, 1200)
    context.fillStyle = '#fff'
    context.font = '700 120px serif'
    context.fillText('Baobabs', 80, 240)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  const photo = {
    name: 'IMG_2041.JPG',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(address.split(',')[1] ?? '', 'base64'),
  }
  const panel = page.getByRole('complementary', { name: w('book_cover') })
  const chooser = page.waitForEvent('filechooser')
  await diary.press(panel.getByRole('button', { name: w('cover_use') }))
  // In the window that opens a file.
  diary.outside(2)
  await (await chooser).setFiles(photo)
  await expect(panel.getByRole('status')).toHaveText(w('cover_set'))
}

async function lend({ page, w, diary }: Walk): Promise<void> {
  await diary.step('a reader is added, and a book lent to her', async () => {
    await diary.go('/manager/desk', 1)
    const field = page.getByLabel(w('desk_field'))
    await diary.type(field, READER)
    await diary.enter(field)
    const make = page.getByRole('main').getByRole('link').filter({ hasText: READER })
    await make.first().waitFor()
    await diary.picture('desk-unknown')
    await diary.press(make.first())
    await diary.press(page.getByRole('button', { name: w('noun_save') }))
    await expect(page.getByRole('region', { name: READER })).toBeVisible()
    await diary.type(field, WITH_COVER)
    await diary.enter(field)
    const add = page.getByRole('button', { name: w('desk_add_copy') })
    await add.waitFor()
    await diary.picture('desk-book')
    await diary.press(add)
    await diary.press(page.getByRole('dialog').getByRole('button', { name: w('desk_add_save') }))
    await expect(page.getByRole('region', { name: READER }).getByRole('listitem')).toHaveCount(1)
    await diary.picture('desk-lent')
  })
}

export async function pullStickOut({ diary, laptop }: Walk): Promise<void> {
  await diary.step('the stick is pulled out', async () => {
    laptop.pullOut()
    await diary.go('/manager/backups', 2)
    await diary.picture('without-stick')
  })
}
