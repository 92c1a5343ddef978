import { askApi } from '../books-api.ts'
import { lendTo } from '../borrowers.ts'
import { open } from '../sign-in.ts'
import { ask, expect, see, seeText, type Act, type Area, type Visit } from './screen.ts'

interface Row {
  id: string
  number: string
  card: string
  bookId: string
  borrowerId: string
}
const list = async ({ page }: Visit, path: string): Promise<Row[]> =>
  ((await askApi(page, 'GET', path)) as { items: Row[] }).items

/** Types what a scanner does, and waits until it was understood. */
const scan =
  (code: (visit: Visit) => Promise<string>) =>
  async (visit: Visit): Promise<void> => {
    const field = visit.page.getByLabel(visit.w('desk_field'))
    await field.fill(await code(visit))
    await field.press('Enter')
    await expect(field).toHaveValue('')
  }
/** A late loan of a borrower who has several books: their order is that of their ids, which are of one moment. */
const late = async (visit: Visit): Promise<Row> => {
  const [open, overdue] = await Promise.all([
    list(visit, '/loans?state=open&limit=100'),
    list(visit, '/loans?state=overdue&limit=100'),
  ])
  const row = overdue.find(({ borrowerId }) => open.filter((one) => one.borrowerId === borrowerId).length > 1)
  if (!row) throw new Error('No late borrower has several books')
  return row
}
const cardOf = async (visit: Visit) => {
  const { borrowerId } = await late(visit)
  return ((await askApi(visit.page, 'GET', `/borrowers/${borrowerId}`)) as Row).card
}

/** Closes the library for holidays, which stand there then. */
const closeInWinter: Act = async ({ page, w }) => {
  const year = new Date().getFullYear() + 1
  await page.getByLabel(w('closed_from'), { exact: true }).fill(`${year}-12-20`)
  await page.getByLabel(w('closed_to'), { exact: true }).fill(`${year + 1}-01-03`)
  await page.getByLabel(w('closed_note'), { exact: true }).fill('Holidays')
  await page.getByRole('button', { name: w('closed_add') }).click()
  await expect(page.getByText('Holidays')).toBeVisible()
  await page.getByRole('heading', { name: w('closed_title') }).scrollIntoViewIfNeeded()
}

/** Opens a book of a list. */
const openBook =
  (index: number): Act =>
  async (visit) => {
    await visit.page.getByRole('main').getByRole('listitem').nth(index).getByRole('link').first().click()
    await see('share_book')(visit)
  }
const back: Act = ({ page }) => open(page, '/app/loans')

/** Lending: the borrowers and loans of the sample, and what readers see of it. */
export const LENDING: readonly Area[] = [
  {
    person: 'admin',
    screens: [
      {
        name: 'manager-desk',
        path: '/manager/desk',
        axe: 'both',
        next: [
          {
            name: 'manager-desk-borrower',
            axe: 'both',
            act: [scan(cardOf), see('desk_renew_all')],
          },
          {
            name: 'manager-desk-unknown',
            axe: 'phone',
            act: [scan(() => Promise.resolve('99999999')), seeText('desk_unknown_title')],
          },
        ],
      },
      { name: 'manager-overdue', path: '/manager/overdue', axe: 'both' },
      {
        name: 'manager-borrowers',
        path: '/manager/borrowers',
        axe: 'both',
      },
      {
        name: 'manager-borrower',
        path: async (visit) => `/manager/borrowers/${(await late(visit)).borrowerId}`,
        axe: 'both',
        next: [{ name: 'manager-borrower-erase', act: ask('borrower_erase') }],
      },
      { name: 'manager-borrower-new', path: '/manager/borrowers/new', axe: 'phone' },
      {
        name: 'manager-groups',
        path: '/manager/borrowers/groups',
        axe: 'both',
        next: [
          { name: 'manager-group-new', axe: 'phone', act: ask('group_new') },
          {
            name: 'manager-closed-days',
            axe: 'phone',
            act: [({ page }) => open(page, '/manager/borrowers/groups'), closeInWinter],
          },
        ],
      },
      { name: 'manager-books-on-shelf', path: '/manager/books?availability=onShelf' },
      {
        name: 'manager-book-copies',
        path: async (visit) => `/manager/books/${(await late(visit)).bookId}`,
        axe: 'both',
        act: async ({ page, w }) => {
          await page.getByRole('heading', { name: w('copy_list') }).scrollIntoViewIfNeeded()
        },
        next: [{ name: 'manager-copy-new', axe: 'phone', act: ask('copy_new') }],
      },
    ],
  },
  {
    // Who has two books, of which one is late, and waits for a third.
    person: 'new reader',
    before: lendTo,
    screens: [
      {
        name: 'loans',
        path: '/app/loans',
        axe: 'both',
        next: [
          { name: 'book-late', act: openBook(0) },
          { name: 'book-own', axe: 'both', act: [back, openBook(1)] },
          { name: 'book-held', act: [back, openBook(2)] },
        ],
      },
      { name: 'account-loans', path: '/app/account', act: see('own_title', 'heading') },
    ],
  },
  {
    person: 'new reader',
    screens: [
      { name: 'loans-unlinked', path: '/app/loans', axe: 'phone' },
      {
        name: 'books-on-shelf',
        path: '/app/books?availability=onShelf',
        next: [{ name: 'books-narrow', axe: 'phone', act: ask('books_filters') }],
      },
      { name: 'book-on-shelf', path: '/app/books?searchTerm=miserables', act: openBook(0), axe: 'phone' },
    ],
  },
]
