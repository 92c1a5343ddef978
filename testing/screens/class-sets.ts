import { askApi } from '../books-api.ts'
import { expect, press, see, type Act, type Area, type Visit } from './screen.ts'

interface Added {
  id: string
  number: string
}

/** The form for a class set of a new book with eight copies, two of them on loan. */
const newSet = async ({ page }: Visit): Promise<string> => {
  const mark = crypto.randomUUID().slice(0, 4)
  const title = `Les trois mousquetaires ${mark}`
  const add = async (path: string, body: object) => (await askApi(page, 'POST', path, body)) as Added
  const { id: bookId } = await add('/books', { title, author: 'Alexandre Dumas' })
  const numbers: string[] = []
  for (let copy = 0; copy < 8; copy += 1) numbers.push((await add('/copies', { bookId })).number)
  const who = await add('/borrowers', { name: `Fatou Ndiaye ${mark}` })
  await add('/borrower-groups', { name: `6e B ${mark}` })
  for (const code of numbers.slice(0, 2))
    await add('/desk/scan', { actId: crypto.randomUUID(), code, borrowerId: who.id })
  return `/manager/class-sets/new/${bookId}`
}
/** Ticks what is on the shelf, and chooses the class. */
const choose: Act = async ({ page, w }) => {
  await page.getByRole('checkbox', { name: w('class_set_all_free', { shown: '6' }) }).check()
  await page.getByRole('combobox').fill('6e B')
  await page.getByRole('option').first().click()
}
const lend: Act = ({ page, w }) =>
  page.getByRole('button', { name: w('class_set_lend_count', { count: 6, shown: '6' }) }).click()

/** Class sets: how one is lent, and how it comes back. */
export const CLASS_SETS: readonly Area[] = [
  // By itself: who leaves it is asked about what is chosen.
  { person: 'admin', screens: [{ name: 'manager-class-set-new', path: newSet, axe: 'both', act: choose }] },
  {
    person: 'admin',
    screens: [
      { name: 'manager-class-sets-none', path: '/manager/class-sets', act: see('class_set_none', 'heading') },
      {
        name: 'manager-class-set',
        path: newSet,
        axe: 'both',
        act: [
          choose,
          lend,
          ({ page, w }) => page.getByRole('link', { name: w('class_set_one_show') }).click(),
          ({ page, w }) => page.getByRole('checkbox', { name: w('class_set_all_out', { shown: '6' }) }).check(),
          ({ page }) => page.getByRole('checkbox').last().uncheck(),
          ({ page, w }) =>
            page.getByRole('button', { name: w('class_set_return_count', { count: 5, shown: '5' }) }).click(),
          ({ page, w }) => expect(page.getByText(w('class_set_out', { shown: '1' })).first()).toBeVisible(),
        ],
        next: [{ name: 'manager-class-set-day', act: press('class_set_move') }],
      },
      { name: 'manager-class-sets', path: '/manager/class-sets', axe: 'both', act: see('class_set_list', 'heading') },
    ],
  },
]
