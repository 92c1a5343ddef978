import type { Page } from '@playwright/test'
import { answerWith, KNOWN_ISBN, startCatalogues, type Catalogues } from '#test/lookup-catalogues.ts'
import { faultsOf } from './axe.ts'
import { anotherButton, bookField, NEW_BOOK, newTitle } from '../testing/book-form.ts'
import { findBooks } from '../testing/books-api.ts'
import { testWith } from './own-server.ts'
import { expect, open } from './test.ts'
import type { Words } from '../testing/words.ts'

let catalogues: Catalogues
const test = testWith(async () => {
  catalogues = await startCatalogues()
  return { ...catalogues.settings, LOOKUP: 'dnb, bnf, openlibrary' }
}).extend({ storageState: async ({ server }, use) => use(await server.managerState()) })
test.describe.configure({ mode: 'default' })
test.beforeEach(() => catalogues.answers.clear())
test.afterAll(() => catalogues.close())

const isbnField = (page: Page, w: Words) => page.getByRole('textbox', { name: w('lookup_title') })
const panelOf = (page: Page, w: Words) => page.getByRole('region', { name: w('lookup_title') })
const valuesOf = (page: Page, w: Words, key: Parameters<Words>[0]) =>
  panelOf(page, w)
    .getByRole('group', { name: w(key) })
    .getByRole('button')

test(
  'A scanned ISBN fills a book in by the keyboard alone, and the next scan begins',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, NEW_BOOK)
    await expect(isbnField(page, w)).toBeFocused()
    await page.keyboard.type('978-2-02-022942-5')
    await page.keyboard.press('Enter')
    await expect(valuesOf(page, w, 'book_title')).toHaveText(['Nedjma: romanDNB · BnF', 'NedjmaOpen Library'])
    await expect(valuesOf(page, w, 'book_author')).toHaveText(['Kateb YacineDNB · Open Library', 'Yacine KatebBnF'])
    await expect(panelOf(page, w).getByRole('status')).toHaveText(
      w('lookup_found', { sources: 'DNB, BnF, and Open Library' }),
    )
    // Nothing is in the form until it is wanted.
    await expect(bookField(page, w, 'book_title')).toHaveValue('')
    await page.keyboard.press('Enter')
    const title = bookField(page, w, 'book_title')
    await expect(title).toBeFocused()
    await expect(title).toHaveValue('Nedjma: roman')
    await expect(bookField(page, w, 'book_author')).toHaveValue('Kateb Yacine')
    await expect(bookField(page, w, 'book_publisher')).toHaveValue('Éd. du Seuil')
    await expect(valuesOf(page, w, 'book_publisher').first()).toHaveAttribute('aria-pressed', 'true')
    await anotherButton(page, w).click()
    await expect(isbnField(page, w)).toBeFocused()
    await expect(isbnField(page, w)).toHaveValue('')
    await expect(title).toHaveValue('')
    const [saved] = await findBooks(page, 'Nedjma: roman')
    expect(saved).toMatchObject({
      title: 'Nedjma: roman',
      publisher: 'Éd. du Seuil',
      isbn: [KNOWN_ISBN],
      year: 1996,
      language: 'fr',
      pages: 274,
      series: 'Points',
      isSample: false,
    })
    // Another one of it is named.
    await page.keyboard.type(KNOWN_ISBN)
    await page.keyboard.press('Enter')
    await expect(panelOf(page, w).getByRole('status')).toContainText(
      w('lookup_own', { title: 'Nedjma: roman' }).slice(0, -1),
    )
  },
)

test(
  'What was typed stays, and every value can be chosen instead',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, NEW_BOOK)
    const [title, author] = [bookField(page, w, 'book_title'), bookField(page, w, 'book_author')]
    const own = newTitle()
    await title.fill(own)
    // As a scanner types it on a French keyboard.
    await isbnField(page, w).fill("çè_éàéàééç'é(")
    await page.getByRole('button', { name: w('lookup_button'), exact: true }).click()
    await expect(isbnField(page, w)).toHaveValue(KNOWN_ISBN)
    await page.getByRole('button', { name: w('lookup_fill') }).click()
    await expect(title).toHaveValue(own)
    await expect(author).toHaveValue('Kateb Yacine')
    await valuesOf(page, w, 'book_title').last().click()
    await expect(title).toHaveValue('Nedjma')
    await valuesOf(page, w, 'book_author').last().click()
    await expect(author).toHaveValue('Yacine Kateb')
    expect(await faultsOf(page)).toEqual([])
  },
)

test('The form stands, and says who said nothing and why', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await open(page, NEW_BOOK)
  const status = panelOf(page, w).getByRole('status')
  const look = async (isbn: string) => {
    await isbnField(page, w).fill(isbn)
    await isbnField(page, w).press('Enter')
  }
  await look('9782020229426')
  await expect(panelOf(page, w).getByRole('alert')).toHaveText(w('book_isbn_invalid'))
  // Nobody knows it.
  await look('9789966251237')
  await expect(status).toHaveText(
    `${w('lookup_none', { sources: 'DNB, BnF, and Open Library' })}${w('lookup_unknown')}`,
  )
  // The form stands with the ISBN, and the next one takes its place.
  const form = page.locator('form').last()
  await expect(form).toContainText('978-9966-25-123-7')
  await look('ISBN-13 : 978-0-14-032872-1')
  await expect(form).toContainText('978-0-14-032872-1')
  await expect(form).not.toContainText('978-9966')
  // One is slow, one fails: the form can be written meanwhile, and nothing moves there.
  catalogues.answers.set('dnb', () => undefined)
  catalogues.answers.set('bnf', answerWith('<html>', 'text/html'))
  await look('9780306406157')
  // The next scan does not wait for the answers to this one.
  await look('9783161484100')
  await expect(status).toContainText(w('lookup_asking', { sources: 'DNB, BnF, and Open Library' }))
  await bookField(page, w, 'book_title').fill('Written meanwhile')
  await expect(status).toContainText(w('lookup_slow', { source: 'DNB' }))
  await expect(status).toContainText(w('lookup_unreadable', { source: 'BnF' }))
  await expect(bookField(page, w, 'book_title')).toHaveValue('Written meanwhile')
  expect(await faultsOf(page)).toEqual([])
})
