import { answerWith, marcXml, sruAnswer, startCatalogues, type Catalogues } from '#test/lookup-catalogues.ts'
import { faultsOf } from './axe.ts'
import { askApi } from '../testing/books-api.ts'
import { counted } from '../testing/bulk-change.ts'
import { importEnds, sendImport, startImport } from '../testing/imports-api.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open, reload } from './test.ts'

const ISBNS = ['9780140328721', '9780306406157', '9783161484100', '9780435905255', '9782070360024', '9780393320978']

let catalogues: Catalogues
const test = testWith(async () => {
  catalogues = await startCatalogues()
  return { ...catalogues.settings, LOOKUP: 'dnb' }
}).extend({ storageState: async ({ server }, use) => use(await server.managerState()) })
test.afterAll(() => catalogues.close())

const bookOf = (year: string) =>
  answerWith(
    sruAnswer([
      marcXml([
        ['245', '10', ['a', 'Lookup']],
        ['264', ' 1', ['c', year]],
      ]),
    ]),
  )

test(
  'Books that have an ISBN and no year are looked up, with a pause, filled in once that was seen, and undone',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const rows = ISBNS.map((isbn, at) => `Lookup ${at},Somebody,${isbn}\n`)
    const { id } = await sendImport(page, `title,author,isbn\n${rows.join('')}`, 'isbns.csv')
    await startImport(page, id)
    await importEnds(page, id)
    const years = async () => {
      const { items } = (await askApi(page, 'GET', '/books?searchTerm=Somebody&limit=100')) as {
        items: { year: number | null }[]
      }
      return items.map(({ year }) => year)
    }
    // The third question is not answered until it was paused.
    const { promise: isPaused, resolve: pause } = Promise.withResolvers<void>()
    catalogues.answers.set('dnb', (response, isbn) => {
      if (isbn === ISBNS[2]) void isPaused.then(() => bookOf('1999')(response, isbn))
      else if (isbn === ISBNS[5]) answerWith(sruAnswer([]))(response, isbn)
      else bookOf('1996')(response, isbn)
    })

    await open(page, '/manager/import')
    await expect(page.getByRole('checkbox', { name: new RegExp(`^${w('book_year')}`) })).toBeChecked()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: w('lookup_fill_start', { books: counted(w, 6) }) }).click()
    await expect(heading(page)).toHaveText('DNB')
    await expect(page.getByText(w('lookup_progress', { done: 2, total: 6, found: 2 }))).toBeVisible()
    await page.getByRole('button', { name: w('import_pause') }).click()
    await expect(page.getByText(w('import_is_paused'))).toBeVisible()
    pause()
    await reload(page)
    await page.getByRole('button', { name: w('import_resume') }).click()

    // Nothing has changed yet.
    const fill = page.getByRole('button', { name: w('lookup_fill_do', { books: counted(w, 5) }) })
    await expect(fill).toBeVisible()
    await expect(page.getByText(w('import_field_filled', { field: w('book_year'), count: 5 }))).toBeVisible()
    await expect(page.getByText(w('lookup_found_unknown', { books: counted(w, 1) }))).toBeVisible()
    await expect(page.getByText(w('row_unknown'))).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    expect((await years()).filter((year) => year !== null)).toEqual([])

    await fill.click()
    const undo = page.getByRole('button', { name: w('import_undo') })
    await undo.click()
    expect((await years()).toSorted()).toEqual([1996, 1996, 1996, 1996, 1999, null])
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('import_undo') })
      .click()
    await expect(page.getByText(w('import_undone_restored', { count: 5 }))).toBeVisible()
    expect((await years()).filter((year) => year !== null)).toEqual([])
    // The same books can be looked up again.
    await open(page, '/manager/import')
    await expect(page.getByRole('button', { name: w('lookup_fill_start', { books: counted(w, 6) }) })).toBeVisible()
  },
)
