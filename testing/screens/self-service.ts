import { createHash } from 'node:crypto'
import { runSql } from '../database.ts'
import { addPeople, makeUser } from '../people.ts'
import { expect, oncePerServer, seeText, type Act, type Area, type Visit } from './screen.ts'

const KEY = 'a-key-of-a-corner-for-pictures-of-43-letters'.slice(0, 43)
const [CARD, FIRST] = ['2900001', 1_900_001]
const TITLES = ['fahrenheit%', '%hobbit%', '%mis_rables%']

/** A corner that was opened before, a borrower with a card, and copies of three books. */
const addCorner = oncePerServer(async (dataDir) => {
  const helper = makeUser('self-service', { role: 'desk' })
  await addPeople(dataDir, [helper])
  await runSql(
    dataDir,
    `insert into self_service_corner (id, name, key_hash, opened_by, opened_at, counted_from, returns_without_card)
     values (gen_random_uuid(), 'Entrance', decode($1, 'hex'), $2, now(), now(), true)`,
    [createHash('sha256').update(KEY).digest('hex'), helper.id],
  )
  await runSql(dataDir, `insert into borrower (id, name, card) values (gen_random_uuid(), 'Fatou Diop', $1)`, [CARD])
  for (const [at, title] of TITLES.entries())
    await runSql(
      dataDir,
      `insert into copy (id, book_id, number, location)
       select gen_random_uuid(), id, $2, 'Main room' from book where lower(title) like $1 order by id limit 1`,
      [title, String(FIRST + at)],
    )
})

const openedCorner = async ({ page, dataDir }: Visit, baseURL: string): Promise<void> => {
  await addCorner(dataDir)
  await page.context().addCookies([{ name: 'maktaba-corner', value: KEY, url: baseURL }])
}

/** Opens the page on a device that is a corner. */
const asCorner: Act = async (visit) => {
  await openedCorner(visit, new URL('/', visit.page.url()).href)
  await visit.page.reload()
  await expect(visit.page.getByRole('heading', { level: 1, name: visit.w('corner_card') })).toBeVisible()
}

const scan = async ({ page, w }: Visit, field: 'corner_field_card' | 'corner_field_book', code: string) => {
  await page.getByLabel(w(field), { exact: true }).fill(code)
  await page.getByLabel(w(field), { exact: true }).press('Enter')
}

/** A card and three books. */
const borrow: Act = async (visit) => {
  const { page } = visit
  await scan(visit, 'corner_field_card', CARD)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fatou')
  for (const at of TITLES.keys()) {
    await scan(visit, 'corner_field_book', String(FIRST + at))
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(at + 1)
  }
}

const refuse: Act = async (visit) => {
  await visit.page.getByRole('button', { name: visit.w('desk_done') }).click()
  await scan(visit, 'corner_field_card', '40000000')
}

/** Sees the corner in the settings. */
const seeCorner: Act = async ({ page, w }) => {
  await page.getByRole('heading', { name: w('corner_list') }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Entrance').first()).toBeVisible()
}

/** The page of a self-service corner, and where it is ended. */
export const SELF_SERVICE: readonly Area[] = [
  {
    person: 'admin',
    screens: [
      {
        name: 'manager-settings-corners',
        path: async ({ dataDir }) => {
          await addCorner(dataDir)
          return '/manager/settings'
        },
        axe: 'phone',
        act: seeCorner,
      },
    ],
  },
  {
    person: 'nobody',
    screens: [
      {
        name: 'self-service-none',
        path: '/desk/self',
        axe: 'phone',
        next: [
          {
            name: 'self-service-start',
            axe: 'both',
            act: asCorner,
            next: [
              {
                name: 'self-service',
                axe: 'both',
                act: borrow,
                next: [{ name: 'self-service-ask', axe: 'phone', act: [refuse, seeText('corner_ask')] }],
              },
            ],
          },
        ],
      },
    ],
  },
]
