import type { Locator, Page } from '@playwright/test'
import { isolated } from '#base/i18n/isolated.ts'
import { addBook, changeBook, deleteBook, findBook } from '../books-api.ts'
import { bookField, NEW_BOOK } from '../book-form.ts'
import { changeGenre, openChange } from '../bulk-change.ts'
import { books, open } from '../sign-in.ts'
import { ask, expect, press, see, seeDialog, seeText, toEnd, type Act, type Area, type Visit } from './screen.ts'

const LIST = '/manager/books'
const boxes = (page: Page) => books(page).getByRole('checkbox')

/** Selects by a range. */
async function selectThree({ page, w }: Visit): Promise<void> {
  await boxes(page).nth(1).check()
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText(w('books_selected', { count: 3, shown: 3 }))).toBeVisible()
}

/** Selects all books shown, and asks to replace a word in their titles. */
async function fillReplacement({ page, w }: Visit): Promise<Locator> {
  await page.getByLabel(w('books_select_all')).check()
  const dialog = await openChange(page, w)
  await dialog.getByLabel(w('books_change_what')).selectOption(w('books_change_replace'))
  await dialog.getByLabel(w('books_replace_find')).fill('La')
  await dialog.getByLabel(w('books_replace_by')).fill('Une')
  return dialog
}

/** Adds books of an author who has no others; returns the author and the books' ids. */
async function addAll(page: Page, author: string, titles: readonly string[]) {
  const unique = `${author} ${crypto.randomUUID().slice(0, 4)}`
  const ids: string[] = []
  for (const title of titles) ids.push((await addBook(page, { title, author: unique, publisher: 'Heinemann' })).id)
  return { author: unique, ids }
}
const searchFor = (author: string): string => `${LIST}?searchTerm=${encodeURIComponent(author)}`

/** The trash, with a book of which there is another one. */
async function deleteSome({ page }: Visit): Promise<string> {
  const { author, ids } = await addAll(page, 'Bessie Head', ['A Question of Power', 'Maru', 'When Rain Clouds Gather'])
  for (const id of ids) await deleteBook(page, id)
  await addBook(page, { title: 'Maru', author, publisher: 'Oxford' })
  return `${LIST}/deleted`
}

async function restoreOne(visit: Visit): Promise<void> {
  const { page, w } = visit
  await boxes(page).nth(1).check()
  await press('trash_restore')(visit)
  await expect(page.getByText(w('trash_collided', { title: isolated('Maru') }))).toBeVisible()
  await boxes(page).first().check()
  await expect(page.getByRole('button', { name: w('trash_delete') })).toBeVisible()
}

/** Changes several books, of which another manager deletes one meanwhile. */
async function changeSome({ page, w }: Visit): Promise<void> {
  const [first] = await books(page).getByRole('link').allTextContents()
  await page.getByLabel(w('books_select_all')).check()
  await deleteBook(page, (await findBook(page, `${new URL(page.url()).searchParams.get('searchTerm')} ${first}`)).id)
  await changeGenre(page, w, w('genre_poetry'), 2)
  // The page does not look again by itself, since pictures have no clock.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await page.getByText(w('books_report_each')).click({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
}

/** Changes several books, and asks on the dashboard to undo it, but cancels. */
async function undoLater({ page, w }: Visit): Promise<void> {
  await page.getByLabel(w('books_select_all')).check()
  await changeGenre(page, w, w('genre_novel'), 2)
  await expect(async () => {
    await open(page, '/manager/dashboard')
    await page
      .getByRole('button', { name: w('books_undo') })
      .first()
      .click({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('common_cancel') })
    .click()
}

const fillField =
  (key: 'book_title' | 'book_author', text: string): Act =>
  ({ page, w }) =>
    bookField(page, w, key).fill(text)

const fillBook = (title: string, author: string) => [fillField('book_title', title), fillField('book_author', author)]

const typeTwin: Act[] = [
  ...fillBook('Une si longue letre', 'Mariama Bâ'),
  ({ page }) => expect(page.getByRole('main').getByRole('link', { name: 'Une si longue lettre' })).toBeVisible(),
]

const maru = (): string => `Maru, a novel (${crypto.randomUUID().slice(0, 4)})`

async function collide(visit: Visit): Promise<void> {
  const { page, w } = visit
  const [, id = ''] = /books\/([^/]+)\/update/.exec(page.url()) ?? []
  await fillField('book_title', 'Maru')(visit)
  await bookField(page, w, 'book_publisher').fill('Heinemann African Writers Series')
  await changeBook(page, id, { author: 'Bessie Head', publisher: 'Heinemann' })
  await press('book_save')(visit)
  await expect(page.getByRole('button', { name: w('conflict_save') })).toBeVisible()
}

const LISTS: Area = {
  person: 'admin',
  screens: [
    {
      name: 'manager-books',
      path: LIST,
      axe: 'both',
      next: [
        {
          name: 'manager-books-publisher-choose',
          axe: 'desktop',
          act: async ({ page, w }) => {
            await page.locator('#filter-publisher').click()
            await page.getByRole('combobox', { name: w('book_publisher') }).fill('pen')
            await expect(page.getByRole('option').first()).toBeVisible()
          },
        },
        {
          name: 'manager-books-selected',
          act: selectThree,
          next: [
            // Where the bar has its place below the list: elsewhere it lies above a part of some row, as one scrolls.
            { name: 'manager-books-selected-end', axe: 'phone', act: toEnd },
            { name: 'manager-books-delete', axe: 'desktop', act: ask('book_delete') },
            { name: 'manager-books-change', axe: 'phone', act: ({ page, w }) => openChange(page, w) },
          ],
        },
      ],
    },
    { name: 'manager-books-search', path: `${LIST}?searchTerm=la&sort=author` },
    { name: 'manager-books-publisher', path: `${LIST}?publisher=Gallimard` },
    { name: 'manager-books-none', path: `${LIST}?genreId=none&publisher=` },
    { name: 'manager-books-similar', path: `${LIST}?searchTerm=miserbles` },
    { name: 'manager-books-nothing', path: `${LIST}?searchTerm=zzzz` },
    { name: 'manager-books-export', path: `${LIST}?searchTerm=la`, act: ask('book_export') },
    {
      name: 'manager-books-replace',
      path: `${LIST}?searchTerm=la`,
      act: fillReplacement,
      next: [
        {
          name: 'manager-books-preview',
          axe: 'phone',
          act: async ({ page, w }) => {
            const dialog = page.getByRole('dialog')
            await dialog.getByRole('button', { name: w('books_preview') }).click()
            await expect(dialog.getByRole('listitem').first()).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'manager-books-report',
      path: async ({ page }) =>
        searchFor((await addAll(page, 'Bessie Head', ['Maru', 'Serowe', 'The Cardinals'])).author),
      axe: 'desktop',
      act: changeSome,
    },
    {
      name: 'manager-books-undo-later',
      path: async ({ page }) =>
        searchFor((await addAll(page, 'Assia Djebar', ['Les Alouettes naïves', 'L’Amour, la fantasia'])).author),
      act: undoLater,
    },
    {
      name: 'manager-books-deleted',
      path: deleteSome,
      axe: 'both',
      act: restoreOne,
      next: [
        {
          name: 'manager-books-deleted-merge',
          axe: 'both',
          act: [
            press('duplicates_merge'),
            ({ page }) => expect(page.getByRole('main').getByRole('radio').first()).toBeVisible(),
          ],
        },
      ],
    },
    {
      name: 'manager-books-trash-merge',
      path: async ({ page }) => {
        const { author, ids } = await addAll(page, 'Bessie Head', ['Maru'])
        for (const id of ids) await deleteBook(page, id)
        await addBook(page, { title: 'MARU', author })
        return `${LIST}/${ids[0]}`
      },
      act: [press('trash_restore'), press('duplicates_merge'), see('trash_merge_submit')],
    },
    {
      name: 'manager-book',
      path: `${LIST}?searchTerm=miserables`,
      axe: 'phone',
      act: async ({ page }) => {
        await books(page).first().getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Les Misérables')
      },
      next: [{ name: 'manager-book-delete', axe: 'phone', act: ask('book_delete') }],
    },
    {
      name: 'manager-book-history',
      path: async ({ page }) => {
        const { id } = await addBook(page, { title: maru().replace('Maru', 'Petals of Blood'), author: 'Ngugi' })
        await changeBook(page, id, { author: 'Ngũgĩ wa Thiong’o', publisher: 'Heinemann Books' })
        await changeBook(page, id, { publisher: 'East African Books' })
        return `${LIST}/${id}`
      },
      act: [
        ({ page, w }) =>
          page
            .getByRole('button', { name: w('book_version_open') })
            .last()
            .click(),
        see('book_version_restore_all'),
      ],
    },
    { name: 'manager-book-missing', path: `${LIST}/hobbit` },
  ],
}

const FORM: Area = {
  person: 'admin',
  screens: [
    {
      name: 'manager-book-new',
      path: NEW_BOOK,
      next: [
        {
          name: 'manager-book-typed',
          act: [
            ...typeTwin,
            ({ page, w }) => bookField(page, w, 'book_author').pressSequentially(' '),
            fillField('book_author', 'Mariama'),
            ({ page }) => expect(page.getByRole('option').first()).toBeVisible(),
            ({ page }) => page.keyboard.press('ArrowDown'),
          ],
        },
        {
          name: 'manager-book-twin',
          axe: 'both',
          act: [
            ...typeTwin,
            ({ page, w }) => bookField(page, w, 'book_genre').click(),
            ({ page }) => expect(page.getByRole('listbox')).toBeVisible(),
          ],
        },
        {
          name: 'manager-book-refused',
          act: [
            ...fillBook('Une si longue lettre', 'Mariama Bâ'),
            press('book_save'),
            seeText('title_taken'),
            seeText('error_BOOK_TAKEN'),
          ],
        },
        {
          name: 'manager-book-another',
          act: [
            ({ page, w }) => bookField(page, w, 'book_title').fill(maru()),
            fillField('book_author', 'Bessie Head'),
            press('book_save_another'),
            ({ page, w }) => expect(bookField(page, w, 'book_title')).toHaveValue(''),
          ],
        },
        {
          name: 'manager-genres-create',
          act: async ({ page, w }) => {
            await bookField(page, w, 'book_genre').fill('Manga')
            await expect(page.getByRole('option')).toHaveCount(1)
          },
        },
        {
          name: 'manager-book-leave',
          act: [fillField('book_title', 'Maru'), ({ page }) => page.keyboard.press('Escape'), seeDialog],
        },
      ],
    },
    {
      name: 'manager-book-edit',
      path: async ({ page }) => `${LIST}/${(await findBook(page, 'une si longue lettre')).id}/update`,
    },
    {
      name: 'manager-book-conflict',
      path: async ({ page }) => `${LIST}/${(await addBook(page, { title: maru(), author: 'Bessie Hed' })).id}/update`,
      act: collide,
    },
  ],
}

/** Books as managers see them. */
export const BOOKS: readonly Area[] = [LISTS, FORM]
