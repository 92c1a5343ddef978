import { askApi } from '../books-api.ts'
import { expect, type Act, type Area, type Visit } from './screen.ts'

interface Added {
  id: string
  number: string
}

/** Books with copies in two rooms, one on loan and one marked lost, and the form of a new stock-taking. */
const newStocktake = async ({ page }: Visit): Promise<string> => {
  const mark = crypto.randomUUID().slice(0, 4)
  const add = async (path: string, body: object) => (await askApi(page, 'POST', path, body)) as Added
  const room = `Salle ${mark}`
  const titles = ['Atlas de l’Afrique', 'Une si longue lettre', 'L’enfant noir', 'أولاد حارتنا', 'Sciences de la vie 5e']
  const numbers: string[] = []
  for (const [at, title] of titles.entries()) {
    const { id: bookId } = await add('/books', { title: `${title} ${mark}`, shelfMark: `${at + 3} ECO` })
    const location = at === 2 ? 'Salle 7' : room
    const condition = at === 3 ? 'lost' : 'ok'
    numbers.push((await add('/copies', { bookId, location, condition })).number)
    numbers.push((await add('/copies', { bookId, location: room })).number)
  }
  const who = await add('/borrowers', { name: `Baraka Otieno ${mark}` })
  await add('/desk/scan', { actId: crypto.randomUUID(), code: numbers[0], borrowerId: who.id })
  scanned = { room, numbers }
  return '/manager/stocktakes'
}
let scanned = { room: '', numbers: [''] }

const start: Act = async ({ page, w }) => {
  await page.getByLabel(w('copy_location')).selectOption(scanned.room)
  await page
    .getByRole('button', { name: w('stocktake_start', { copies: w('copy_count', { count: 8, shown: '8' }) }) })
    .click()
  await expect(page.getByLabel(w('stocktake_field'))).toBeVisible()
}
const scan: Act = async ({ page, w }) => {
  const { numbers } = scanned
  const field = page.getByLabel(w('stocktake_field'))
  for (const code of ['BIBLIO-42', ...[0, 1, 3, 5, 6, 4].map((at) => numbers[at] ?? '')]) {
    await field.fill(code)
    await field.press('Enter')
  }
  await expect(page.getByText(w('stocktake_said_on_loan'))).toBeVisible()
  await expect(page.getByRole('button', { name: w('stocktake_fix_on_loan', { count: '1' }) })).toBeVisible()
}
const show: Act = async ({ page, w }) => {
  await page.getByRole('link', { name: w('stocktake_missing'), exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: w('stocktake_missing') })).toBeVisible()
}
const showUnknown: Act = async ({ page, w }) => {
  await page
    .getByRole('link', { name: w('stocktake_unknown') })
    .first()
    .click()
  await expect(page.getByRole('button', { name: w('desk_add_title', { code: 'BIBLIO-42' }) })).toBeVisible()
}
const addUnknown: Act = async ({ page, w }) => {
  await page.getByRole('button', { name: w('desk_add_title', { code: 'BIBLIO-42' }) }).click()
  await expect(page.getByLabel(w('desk_add_search'))).toBeVisible()
}

/** Stock-taking: how it is started, counted, put right and read. */
export const STOCKTAKES: readonly Area[] = [
  {
    person: 'admin',
    screens: [
      {
        name: 'manager-stocktake',
        path: newStocktake,
        axe: 'both',
        act: [start, scan],
        next: [
          { name: 'manager-stocktake-missing', axe: 'both', act: show },
          {
            name: 'manager-stocktake-unknown',
            axe: 'both',
            act: showUnknown,
            next: [{ name: 'manager-stocktake-add', axe: 'phone', act: addUnknown }],
          },
        ],
      },
      { name: 'manager-stocktakes', path: '/manager/stocktakes', axe: 'both' },
    ],
  },
]
