import { askApi } from '../books-api.ts'
import { lendTo } from '../borrowers.ts'
import { open } from '../sign-in.ts'
import { ask, expect, press, see, seeText, type Act, type Area, type Visit } from './screen.ts'

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
/** Types words as a person does, which may stay in the field. */
const typed =
  (text: string) =>
  async (visit: Visit): Promise<void> => {
    const field = visit.page.getByLabel(visit.w('desk_field'))
    await field.fill(text)
    await field.press('Enter')
  }
/** Scans copies for a late borrower, which are not lent. */
const refuseThree: Act = async (visit) => {
  const card = await cardOf(visit)
  const lent = new Set((await list(visit, '/loans?state=open&limit=100')).map(({ number }) => number))
  const shelf = (await list(visit, '/copies?limit=100')).filter(({ number }) => !lent.has(number)).slice(0, 4)
  for (const code of [card, ...shelf.map(({ number }) => number)]) await scan(() => Promise.resolve(code))(visit)
  await expect(visit.page.getByText(visit.w('desk_counts', { lent: '0', returned: '0' })).last()).toBeVisible()
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

interface Person {
  id: string
  card: string
  version: number
}
const addBorrower = async ({ page }: Visit, body: { name: string; card?: string }) =>
  (await askApi(page, 'POST', '/borrowers', body)) as Person

/** Adds borrowers of these names and moves them to the trash. */
async function trashNew(visit: Visit, ...names: string[]): Promise<Person[]> {
  const people: Person[] = []
  for (const name of names) {
    const who = await addBorrower(visit, { name })
    await askApi(visit.page, 'DELETE', `/borrowers/${who.id}?version=${who.version}`)
    people.push(who)
  }
  return people
}

/** The page of a borrower who owes a lost book, and has another and waits for one. */
const addDebt = async (visit: Visit): Promise<string> => {
  const [owed] = await list(visit, '/loans?state=owed')
  if (owed) return `/manager/borrowers/${owed.borrowerId}`
  const open = await list(visit, '/loans?state=open&limit=100')
  const lost = open.find(({ borrowerId }) => open.filter((one) => one.borrowerId === borrowerId).length > 1)
  if (!lost) throw new Error('No borrower has several books')
  await askApi(visit.page, 'POST', `/loans/${lost.id}/lost`, {})
  const other = open.find(({ borrowerId }) => borrowerId !== lost.borrowerId)
  const held = await list(visit, `/holds?borrowerId=${lost.borrowerId}`)
  if (held.length === 0)
    await askApi(visit.page, 'POST', '/holds', { bookId: other?.bookId, borrowerId: lost.borrowerId })
  return `/manager/borrowers/${lost.borrowerId}`
}
/** The same page for pictures that are taken at once. */
const debts = new Map<string, Promise<string>>()
const borrowerWhoOwes = (visit: Visit): Promise<string> => {
  const adding = debts.get(visit.dataDir) ?? addDebt(visit)
  debts.set(visit.dataDir, adding)
  return adding
}

/** Opens the dialog that reserves, and types into it. */
const reserveTyped =
  (text: string): Act =>
  async (visit) => {
    await ask('own_reserve')(visit)
    await visit.page.getByRole('combobox').last().fill(text)
    await expect(visit.page.getByRole('option').first()).toBeVisible()
  }

/** Says in its dialog that the late copy of a book is lost. */
const markLost: Act = async (visit) => {
  const { number } = await late(visit)
  await visit.page.getByRole('button', { name: visit.w('copy_edit_of', { number }) }).click()
  await visit.page.getByLabel(visit.w('copy_condition')).selectOption('lost')
  await expect(visit.page.getByLabel(visit.w('copy_owes'))).toBeVisible()
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
          {
            name: 'manager-desk-names',
            axe: 'phone',
            act: [typed('a'), ({ page }) => expect(page.locator('ol kbd').first()).toBeVisible()],
          },
          {
            name: 'manager-desk-titles',
            axe: 'phone',
            act: [scan(cardOf), typed('the'), seeText('desk_books_with')],
          },
          {
            name: 'manager-desk-not-lent',
            axe: 'both',
            act: [refuseThree, seeText('desk_not_lent_text')],
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
        next: [
          {
            name: 'manager-borrower-remove',
            act: [
              ({ page, w }) => page.getByRole('button', { name: w('trash_move') }).scrollIntoViewIfNeeded(),
              ask('trash_move'),
            ],
          },
        ],
      },
      {
        name: 'manager-borrowers-trash',
        path: async (visit) => {
          const [, taken] = await trashNew(visit, 'Mwalimu Abdulrazak Gurnah', 'Bessie Head', 'ليلى أبو زيد')
          await addBorrower(visit, { name: 'Bessie Amelia Head', card: taken?.card ?? '' })
          return '/manager/borrowers/trash'
        },
        axe: 'both',
        act: [
          // The one of this visit: the last deleted is first.
          ({ page }) => page.getByRole('row').filter({ hasText: 'Bessie Head' }).first().getByRole('checkbox').check(),
          press('trash_restore'),
          see('borrower_trash_collided_open', 'link'),
          ({ page }) => page.getByRole('checkbox').nth(1).check(),
        ],
      },
      {
        name: 'manager-borrower-deleted',
        path: async (visit) => `/manager/borrowers/${(await trashNew(visit, 'Grace Ogot'))[0]?.id ?? ''}`,
        act: see('borrower_trash_page_title', 'heading'),
      },
      {
        name: 'manager-borrowers-empty-trash',
        path: async (visit) => {
          await trashNew(visit, 'Tsitsi Dangarembga')
          return '/manager/borrowers/trash'
        },
        act: ask('trash_empty'),
      },
      {
        name: 'manager-borrower-owes',
        path: borrowerWhoOwes,
        axe: 'both',
        next: [{ name: 'manager-borrower-reserve', axe: 'phone', act: reserveTyped('a') }],
      },
      { name: 'manager-copies', path: '/manager/copies', axe: 'both' },
      {
        name: 'manager-copies-lost',
        path: async (visit) => {
          await borrowerWhoOwes(visit)
          return '/manager/copies?condition=lost'
        },
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
        next: [
          { name: 'manager-copy-new', axe: 'phone', act: ask('copy_new') },
          { name: 'manager-book-reserve', axe: 'phone', act: reserveTyped('a') },
          { name: 'manager-copy-lost', act: markLost },
        ],
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
