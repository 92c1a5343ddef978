import type { Page } from '@playwright/test'
import { isolated } from '#base/i18n/isolated.ts'
import { testAsManager } from './own-manager.ts'
import { expect, open } from './test.ts'
import { toast } from './toasts.ts'

const test = testAsManager({ SEED: 'none' })
test.describe.configure({ mode: 'default' })

const dialog = (page: Page) => page.getByRole('dialog')
const genresOf = async (page: Page): Promise<{ id: string; name: string }[]> =>
  (await (await page.request.get('/api/v1/genres')).json()).items
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name, exact: true }) })

test(
  'A manager adds, renames, merges and deletes genres, and creates one while adding a book',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 409/)
    await open(page, '/manager/genres')
    await page.getByRole('button', { name: w('genres_usual') }).click()
    await expect(toast(page, w('genres_usual_added', { count: 28, shown: '28' }))).toBeVisible()
    await expect(rowOf(page, w('genre_novel'))).toContainText('Riwaya')

    // By keyboard; a name that another genre has in any language is refused at its field.
    await page.keyboard.press('n')
    const name = dialog(page).getByRole('textbox', { name: w('genre_name'), exact: true })
    await expect(name).toBeFocused()
    await name.fill('Roman')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toHaveText(w('genre_taken'))
    await expect(name).toBeFocused()
    await name.fill('Manga')
    await dialog(page).getByRole('textbox', { name: 'Français' }).fill('Mangas')
    await dialog(page)
      .getByRole('slider', { name: w('genre_hue') })
      .press('ArrowRight')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: w('unsaved_stay') }).click()
    await dialog(page)
      .getByRole('button', { name: w('genre_add') })
      .click()
    await expect(toast(page, w('genre_added'))).toBeVisible()
    await expect(rowOf(page, 'Manga')).toContainText('Mangas')

    // The search knows all languages.
    await page.getByRole('searchbox', { name: w('genres_search_label') }).fill('mangas')
    await expect(page.getByRole('table').getByRole('button')).toHaveText(['Manga'])
    await rowOf(page, 'Manga').getByRole('button').click()
    await name.fill('Graphic novels')
    await dialog(page)
      .getByRole('button', { name: w('genre_save') })
      .click()
    await expect(rowOf(page, 'Graphic novels')).toBeVisible()

    // What was changed in another tab meanwhile is shown at the field, and saved over only by a second press.
    await rowOf(page, 'Graphic novels').getByRole('button').click()
    await name.fill('Bandes dessinées')
    await dialog(page).getByRole('textbox', { name: 'Kiswahili' }).fill('Katuni za Japani')
    const { id = '' } = (await genresOf(page)).find((one) => one.name === 'Graphic novels') ?? {}
    const origin = new URL(page.url()).origin
    const change = { name: 'Comic books', names: { fr: 'Bédés' } }
    expect((await page.request.patch(`/api/v1/genres/${id}`, { headers: { origin }, data: change })).ok()).toBe(true)
    const save = dialog(page).getByRole('button', { name: w('genre_save') })
    await save.click()
    const [sentence = ''] = w('genre_changed', { theirs: 'Comic books', by: w('conflict_own_tab') }).split(')')
    await expect(dialog(page).getByRole('alert')).toContainText(sentence)
    await expect(name).toHaveValue('Bandes dessinées')
    await expect(dialog(page).getByRole('textbox', { name: 'Français' })).toHaveValue('Bédés')
    // The list, which finds it no more, does not take the form away.
    await save.click()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('searchbox', { name: w('genres_search_label') }).fill('')
    await expect(rowOf(page, 'Bandes dessinées')).toContainText('Bédés')
    await expect(rowOf(page, 'Bandes dessinées')).toContainText('Katuni za Japani')
    await rowOf(page, 'Bandes dessinées').getByRole('button').click()
    await name.fill('Graphic novels')
    await save.click()
    await expect(rowOf(page, 'Graphic novels')).toBeVisible()

    // One that does not exist is created in the form of a book.
    await open(page, '/manager/books/new')
    await page.getByRole('textbox', { name: w('book_title') }).fill('Akira')
    const genre = page.getByRole('combobox', { name: w('book_genre') })
    // By mistake, and taken back.
    await genre.fill('Mapps')
    await genre.press('ArrowDown')
    await genre.press('Enter')
    await expect(genre).toHaveValue('Mapps')
    await page.getByRole('button', { name: w('books_undo') }).click()
    await expect(toast(page, w('undo_done'))).toBeVisible()
    await expect(genre).toHaveValue('')
    // The same words tell below that the next genre is added: the earlier message fades out for a moment.
    await expect(toast(page, w('genre_added'))).toHaveCount(0)
    await genre.fill('Maps')
    await expect(page.getByRole('option')).toHaveText(w('genre_create', { name: 'Maps' }))
    await genre.press('ArrowDown')
    await genre.press('Enter')
    await expect(toast(page, w('genre_added'))).toBeVisible()
    await expect(genre).toHaveValue('Maps')
    // Enter chooses an option while there are some.
    await expect(page.getByRole('option')).toHaveCount(0)
    await genre.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akira')
    await expect(page.getByRole('main')).toContainText('Maps')

    // Merged and deleted, with a word about the books.
    await open(page, '/manager/genres?searchTerm=maps')
    await rowOf(page, 'Maps').getByRole('button').click()
    await dialog(page)
      .getByRole('button', { name: w('genre_merge_open') })
      .click()
    await expect(dialog(page)).toContainText(w('genre_merge_text', { count: 1, shown: '1', name: 'Maps' }))
    await dialog(page).getByRole('combobox').selectOption('Graphic novels')
    await dialog(page)
      .getByRole('button', { name: w('genre_merge'), exact: true })
      .click()
    await expect(
      toast(page, w('genre_merged', { name: isolated('Maps'), target: isolated('Graphic novels') })),
    ).toBeVisible()
    await open(page, '/manager/genres?sort=most')
    const books = w('book_suggestion_books', { count: 1, shown: '1' })
    await rowOf(page, 'Graphic novels').getByRole('link', { name: books }).click()
    await expect(page.getByRole('row').getByRole('link', { name: 'Akira' })).toBeVisible()
    await page.goBack()
    await rowOf(page, 'Graphic novels').getByRole('button').click()
    await dialog(page)
      .getByRole('button', { name: w('genre_delete_open') })
      .click()
    await dialog(page).getByRole('combobox').selectOption(w('genre_comics'))
    await dialog(page)
      .getByRole('button', { name: w('genre_delete') })
      .click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: w('genre_new_title') })).toBeFocused()
    await expect(rowOf(page, w('genre_comics'))).toContainText(books)
  },
)
