import { askApi } from '../books-api.ts'
import { importEnds, sendImport, startImport } from '../imports-api.ts'
import { lendTo } from '../borrowers.ts'
import { open } from '../sign-in.ts'
import { ask, expect, press, see, seeText, toEnd, type Act, type Area, type Visit } from './screen.ts'

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

const HEADING = 'Nom;Prénom;Classe;Né(e) le;Matricule;E-mail\n'
/** The list of last year, which is taken in, and that of this one, with every kind of row. */
const LAST_YEAR = `${HEADING}SOW;Aliou;6e D;12/03/2014;20241020;
BA;Astou;6e D;;20241013;
FAYE;Aminata;6e D;;20241005;
MBAYE;Cheikh;6e E;;20241044;
علي;محمد عبد الرحمن;6e E;;20241050;
`
const THIS_YEAR = `${HEADING}SOW;Aliou;5e D;12/03/2014;20241020;
BA;Astou;5e E;01/09/2013;20241013;
MBAYE;Cheikh Tidiane;6e E;;20241044;cheikh@example.org
علي;محمد عبدالرحمن;6e E;;20241050;
NDIAYE;Fatou;6e D;;20251077;
WANJIRU;Neema;6e D;;;neema
WANJIRU;Neema;6e D;;;
SALL;Awa;6e D;;20251077;
;;6e D;;20251078;
Total;;;;8;
`
/** A class list that waits. */
const classList = async ({ page }: Visit): Promise<string> => {
  const { id } = await sendImport(page, LAST_YEAR, 'eleves-2025.csv', 'borrower')
  await startImport(page, id)
  await importEnds(page, id)
  return `/manager/import/${(await sendImport(page, THIS_YEAR, 'eleves-2026.csv', 'borrower')).id}`
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
          { name: 'manager-desk-corner', axe: 'phone', act: ask('corner_action') },
        ],
      },
      { name: 'manager-overdue', path: '/manager/overdue', axe: 'both' },
      {
        name: 'manager-holds',
        path: async (visit) => {
          await borrowerWhoOwes(visit)
          return '/manager/holds'
        },
        axe: 'both',
        next: [
          {
            name: 'manager-holds-selected',
            act: [({ page, w }) => page.getByLabel(w('books_select_all')).check(), see('hold_cancel', 'button')],
          },
        ],
      },
      {
        name: 'manager-labels',
        path: '/manager/labels',
        axe: 'both',
        next: [{ name: 'manager-labels-ruler', axe: 'phone', act: ask('labels_ruler') }],
      },
      {
        name: 'manager-cards',
        path: '/manager/labels?about=cards',
        axe: 'both',
      },
      {
        name: 'manager-letters',
        path: '/manager/letters',
        axe: 'both',
      },
      {
        name: 'manager-borrowers',
        path: '/manager/borrowers',
        axe: 'both',
        next: [
          {
            name: 'manager-borrowers-selected',
            act: [({ page, w }) => page.getByLabel(w('books_select_all')).check(), see('borrower_block', 'button')],
            next: [
              // Where the bar has its place below the list: elsewhere it lies above a part of some row, as one scrolls.
              { name: 'manager-borrowers-selected-end', axe: 'both', act: toEnd },
              {
                name: 'manager-borrowers-merge',
                axe: 'phone',
                act: [
                  ({ page }) => open(page, '/manager/borrowers'),
                  ({ page }) => page.getByRole('row').nth(2).getByRole('checkbox').check(),
                  ({ page }) => page.getByRole('row').nth(3).getByRole('checkbox').check(),
                  ask('borrower_merge'),
                ],
              },
              { name: 'manager-borrowers-block', axe: 'phone', act: ask('borrower_block') },
              {
                name: 'manager-borrowers-to-trash',
                axe: 'phone',
                act: [
                  ({ page }) => open(page, '/manager/borrowers'),
                  ({ page, w }) => page.getByLabel(w('books_select_all')).check(),
                  ask('trash_move'),
                  seeText('borrower_reason_has_loans'),
                ],
              },
            ],
          },
        ],
      },
      {
        name: 'manager-class-list',
        path: classList,
        axe: 'both',
      },
      {
        name: 'manager-class-list-drop',
        path: '/manager/borrowers',
        act: press('class_list'),
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
      {
        name: 'manager-copies-trash',
        path: '/manager/copies/trash',
        axe: 'both',
        act: [
          async ({ page }) => {
            const [found] = (await (await page.request.get('/api/v1/books?limit=1')).json()).items
            const copy = await (await page.request.post('/api/v1/copies', { data: { bookId: found.id } })).json()
            await page.request.delete(`/api/v1/copies/${copy.id}?version=${copy.version}`)
            await page.reload()
          },
          ({ page }) => page.getByRole('checkbox').nth(1).check(),
        ],
      },
      {
        name: 'manager-copies',
        path: '/manager/copies',
        axe: 'both',
        next: [
          { name: 'manager-copies-filters', axe: 'phone', act: ask('books_filters') },
          {
            name: 'manager-copies-selected',
            axe: 'both',
            act: [
              ({ page }) => open(page, '/manager/copies'),
              ({ page, w }) => page.getByLabel(w('books_select_all')).check(),
              see('copy_withdraw', 'button'),
            ],
            next: [{ name: 'manager-copies-withdraw', axe: 'phone', act: ask('copy_withdraw') }],
          },
        ],
      },
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
        next: [{ name: 'manager-group-new', axe: 'phone', act: ask('group_new') }],
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
