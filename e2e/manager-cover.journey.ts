import type { Locator, Page } from '@playwright/test'
import { bookField, NEW_BOOK, newTitle, saveButton } from '../testing/book-form.ts'
import { findBook } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, heading, open } from './test.ts'

/** A photo of a cover, as a phone takes it. */
async function aPhoto(page: Page, color: string): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const address = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 1512, height: 2268 })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.fillStyle = fill
    context.fillRect(0, 0, 1512, 2268)
    context.fillStyle = '#fff'
    context.font = '700 220px serif'
    context.fillText('Photo', 160, 420)
    return canvas.toDataURL('image/jpeg', 0.95)
  }, color)
  return { name: 'IMG_2041.JPG', mimeType: 'image/jpeg', buffer: Buffer.from(address.split(',')[1] ?? '', 'base64') }
}

async function choose(page: Page, button: Locator, file: Awaited<ReturnType<typeof aPhoto>>): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(file)
}

const pictureIn = (place: Locator | Page): Locator => place.locator('.cover img')
const widthOf = (picture: Locator) =>
  picture.evaluate((image) => (image instanceof HTMLImageElement && image.complete ? image.naturalWidth : 0))

test(
  'A manager gives a new book a picture, which readers see, takes it away and gets it back',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, NEW_BOOK)
    const title = newTitle()
    await bookField(page, w, 'book_title').fill(title)
    const panel = page.getByRole('complementary', { name: w('book_cover') })
    const use = panel.getByRole('button', { name: w('cover_use') })

    await choose(page, use, { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear reader') })
    await expect(panel.getByRole('alert')).toHaveText(w('picture_unreadable'))
    await choose(page, use, await aPhoto(page, '#7a2a3e'))
    await expect(panel.getByRole('status')).toHaveText(w('cover_set'))
    await expect(panel.getByRole('alert')).toBeHidden()
    await expect.poll(() => widthOf(pictureIn(panel))).toBe(480)
    await saveButton(page, w).click()
    await expect(heading(page)).toHaveText(title)
    await expect.poll(() => widthOf(pictureIn(page).first())).toBe(480)

    const { id } = await findBook(page, title)
    await open(page, `/app/books?searchTerm=${encodeURIComponent(title)}`)
    const hit = pictureIn(page.getByRole('listitem')).first()
    await expect.poll(() => widthOf(hit)).toBe(480)
    expect(await hit.evaluate((image) => [image.getAttribute('width'), image.getAttribute('height')])).toEqual([
      '480',
      '720',
    ])

    await open(page, `/manager/books/${id}/update`)
    await panel.getByRole('button', { name: w('cover_remove') }).click()
    await expect(panel.getByRole('status')).toHaveText(w('cover_removed'))
    await panel.getByRole('button', { name: w('cover_put_back') }).click()
    await expect(pictureIn(panel)).toBeVisible()
    await panel.getByRole('button', { name: w('cover_remove') }).click()
    await saveButton(page, w).click()
    await expect(heading(page)).toHaveText(title)
    await expect(pictureIn(page)).toHaveCount(0)
    await page
      .locator('[data-sonner-toast]')
      .getByRole('button', { name: w('books_undo') })
      .click()
    await expect.poll(() => widthOf(pictureIn(page).first())).toBe(480)
  },
)

test(
  'A picture is set on the page of a book; the activity shows the former one',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, NEW_BOOK)
    const title = newTitle()
    await bookField(page, w, 'book_title').fill(title)
    await saveButton(page, w).click()
    await expect(heading(page)).toHaveText(title)
    await choose(page, page.getByRole('button', { name: w('cover_use') }), await aPhoto(page, '#2a5a3e'))
    const picture = pictureIn(page).first()
    await expect.poll(() => widthOf(picture)).toBe(480)
    const first = (await picture.getAttribute('src')) ?? ''
    await choose(page, page.getByRole('button', { name: w('cover_other') }), await aPhoto(page, '#2a3e7a'))
    await expect(picture).not.toHaveAttribute('src', first)
    const entry = page.getByRole('main').locator(`li img[src="${first}"]`)
    await expect(entry.first()).toHaveAccessibleName(w('book_cover_picture'))
  },
)
