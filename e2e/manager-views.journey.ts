import type { Page } from '@playwright/test'
import { isolated } from '#base/i18n/isolated.ts'
import { testAsManager, testAsSharedManager } from './own-manager.ts'
import { secondManager } from './second-manager.ts'
import { expect, open, reload, rows } from './test.ts'
import { addView, changeView, viewsOfBooks } from '../testing/views-api.ts'
import type { Words } from '../testing/words.ts'
import { toast } from './toasts.ts'

const test = testAsManager()
test.describe.configure({ mode: 'default' })

const BOOKS = '/manager/books'
const dialog = (page: Page) => page.getByRole('dialog')
/** The button that opens the views; it says which one is shown. */
const opener = (page: Page, w: Words, shown?: string) =>
  page.getByRole('main').getByRole('button', {
    name: shown === undefined ? w('views_title') : `${w('views_active')} ${shown}`,
    exact: true,
  })
const changed = (page: Page, w: Words) => page.getByRole('main').getByText(w('views_changed'), { exact: true })
const views = (page: Page) => dialog(page).getByRole('listitem').getByRole('link')
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

async function openViews(page: Page, w: Words, shown?: string): Promise<void> {
  await opener(page, w, shown).click()
  await expect(dialog(page)).toBeVisible()
}

test(
  'A view is saved in three presses, opened, changed and led back to',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, context }) => {
    await open(page, BOOKS)
    await openViews(page, w)
    await expect(dialog(page)).toContainText(w('views_text'))
    await expect(dialog(page)).toContainText(w('views_narrow_first'))
    await page.keyboard.press('Escape')
    await expect(opener(page, w)).toBeFocused()

    await open(page, `${BOOKS}?publisher=Gallimard&sort=author`)
    await openViews(page, w)
    await press(page, w('views_new'))
    const name = dialog(page).getByRole('textbox', { name: w('view_name') })
    const text = `Gallimard · ${w('books_sort_author')}`
    await expect(name).toBeFocused()
    await expect(name).toHaveValue(text)
    await press(page, w('noun_save'))
    await expect(toast(page, w('view_saved'))).toBeVisible()
    await expect(opener(page, w, text)).toBeFocused()
    await expect(page).toHaveURL(/publisher=Gallimard&sort=author&view=/)
    const count = await rows(page).count()

    // Otherwise narrowed, it says so, and is saved as that.
    await page.getByLabel(w('books_sort'), { exact: true }).selectOption('author-desc')
    await expect(changed(page, w)).toBeVisible()
    await openViews(page, w, text)
    await expect(views(page)).not.toHaveAttribute('aria-current')
    await press(page, w('views_replace', { name: text }))
    await expect(toast(page, w('view_saved')).last()).toBeVisible()
    await expect(changed(page, w)).toBeHidden()
    await expect(dialog(page)).toBeHidden()

    // A link opens it in another tab; so does the plain address of what it shows.
    await open(page, BOOKS)
    await expect(opener(page, w)).toBeVisible()
    await openViews(page, w)
    const href = (await views(page).getAttribute('href')) ?? ''
    await views(page).click()
    await expect(opener(page, w, text)).toBeVisible()
    await expect(rows(page)).toHaveCount(count)
    await page.goBack()
    await expect(opener(page, w)).toBeVisible()
    const other = await context.newPage()
    for (const address of [href, href.replace(/&view=.*/, '')]) {
      await open(other, address)
      await expect(opener(other, w, text)).toBeVisible()
      await openViews(other, w, text)
      await expect(views(other)).toHaveAttribute('aria-current', /^(page|true)$/)
    }
    await other.close()

    // One whose genre is no more shows nothing.
    const gone = '01890000-0000-7000-8000-000000000000'
    await addView(page, { name: 'Gone', isShared: false, search: { genreId: gone } })
    await open(page, `${BOOKS}?genreId=${gone}`)
    await expect(opener(page, w, 'Gone')).toBeVisible()
    await expect(page.getByText(w('books_empty_title'))).toBeVisible()
  },
)

testAsSharedManager(
  'By keyboard alone, a view is renamed, shared and deleted',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 409/)
    await addView(page, { name: 'Atlases', isShared: false, search: { searchTerm: 'atlas' } })
    await addView(page, { name: 'Elders', isShared: true, search: { searchTerm: 'elder' } })
    await open(page, `${BOOKS}?searchTerm=atlas`)
    await expect(opener(page, w, 'Atlases')).toBeVisible()
    await page.keyboard.press('v')
    await expect(dialog(page)).toBeVisible()
    const edit = dialog(page).getByRole('button', { name: w('noun_edit_title', { name: 'Atlases' }) })
    for (let steps = 0; steps < 12 && !(await edit.evaluate((one) => one === document.activeElement)); steps++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const name = dialog(page).getByRole('textbox', { name: w('view_name') })
    await expect(name).toBeFocused()
    await page.keyboard.type('  ')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(w('name_required'))
    await expect(name).toBeFocused()
    // One for all managers has the name.
    await page.keyboard.type('ELDERS')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(w('name_taken'))
    await expect(name).toBeFocused()
    await page.keyboard.type(' and atlases')
    await page.keyboard.press('Enter')
    await expect(toast(page, w('view_saved'))).toBeVisible()
    const shown = opener(page, w, 'ELDERS and atlases')
    await expect(shown).toBeFocused()
    expect((await viewsOfBooks(page)).find((one) => one.name === 'ELDERS and atlases')).toMatchObject({
      isShared: true,
    })

    await page.keyboard.press('Enter')
    await dialog(page)
      .getByRole('button', { name: w('noun_edit_title', { name: 'ELDERS and atlases' }) })
      .press('Enter')
    await dialog(page)
      .getByRole('button', { name: w('view_delete') })
      .press('Enter')
    const question = page.getByRole('alertdialog', {
      name: w('noun_delete_title', { name: isolated('ELDERS and atlases') }),
    })
    await expect(question).toContainText(w('view_delete_shared_text'))
    await expect(question.getByRole('button', { name: w('common_cancel') })).toBeFocused()
    await question.getByRole('button', { name: w('view_delete') }).press('Enter')
    await expect(toast(page, w('view_deleted', { name: isolated('ELDERS and atlases') }))).toBeVisible()
    await expect(opener(page, w)).toBeFocused()
    await expect(page).toHaveURL(/searchTerm=atlas/)
  },
)

testAsSharedManager(
  'Two managers share views: one’s own are unseen, concurrent changes are said',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched, browser, server, dataDir }) => {
    watched.allow(/status of 409/)
    const ama = await secondManager({ browser, url: server.url, dataDir })
    await addView(ama.page, { name: 'Ama’s own', isShared: false, search: { sort: 'added' } })
    const shared = await addView(ama.page, { name: 'Ama’s for all', isShared: true, search: { sort: 'changed' } })
    await open(page, `${BOOKS}?sort=changed`)
    await openViews(page, w, 'Ama’s for all')
    await expect(views(page).filter({ hasText: 'Ama’s own' })).toHaveCount(0)
    await expect(views(page).filter({ hasText: w('views_shared_by', { name: ama.name }) })).toHaveCount(1)
    await press(page, w('noun_edit_title', { name: 'Ama’s for all' }))
    await expect(dialog(page)).toContainText(w('view_shared_by_other', { name: ama.name }))
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(0)
    await changeView(ama.page, shared, { name: 'Ama’s latest' })
    const name = dialog(page).getByRole('textbox', { name: w('view_name') })
    await name.fill('Latest')
    await press(page, w('noun_save'))
    await expect(toast(page, w('error_CONFLICT'))).toBeVisible()
    // It says what it is called by now, and what was typed is still there.
    await expect(dialog(page)).toHaveAccessibleName(w('noun_edit_title', { name: 'Ama’s latest' }))
    await expect(name).toHaveValue('Latest')
    await press(page, w('noun_save'))
    await expect(opener(page, w, 'Latest')).toBeVisible()
    await ama.close()
  },
)

test('The list of users has views of its own', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, '/manager/users?role=admin')
  await openViews(page, w)
  await press(page, w('views_new'))
  await dialog(page)
    .getByRole('textbox', { name: w('view_name') })
    .fill('Admins')
  await page.keyboard.press('Enter')
  await expect(opener(page, w, 'Admins')).toBeVisible()
  await open(page, BOOKS)
  expect((await viewsOfBooks(page)).map(({ name }) => name)).not.toContain('Admins')
})

test.describe('In Arabic', () => {
  test.use({ locale: 'ar' })

  test('a view is saved and shown from right to left', { tag: '@phone' }, async ({ page, w }) => {
    await open(page, `${BOOKS}?sort=author-desc&publisher=`)
    await openViews(page, w)
    await press(page, w('views_new'))
    await dialog(page)
      .getByRole('textbox', { name: w('view_name') })
      .fill('بلا ناشر')
    await dialog(page)
      .getByRole('checkbox', { name: w('views_shared') })
      .check()
    await press(page, w('noun_save'))
    const shown = opener(page, w, 'بلا ناشر')
    await expect(shown).toBeVisible()
    await reload(page)
    await expect(shown).toBeVisible()
    const [box, width] = [await shown.boundingBox(), page.viewportSize()?.width ?? 0]
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeGreaterThan(width / 2)
  })
})
