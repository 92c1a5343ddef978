import type { Page } from '@playwright/test'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { runSql } from '../database.ts'
import { addPeople, makeUser } from '../people.ts'
import { waitForHydration } from '../sign-in.ts'
import { expect, seeText, type Act, type Area, type Visit } from './screen.ts'

const TITLES = ['fahrenheit%', '%hobbit%', '%mis_rables%']

interface Corner {
  key: string
  card: string
  numbers: string[]
}

/** A corner of its own for each visit, a borrower with a card, and copies of three books. */
async function addCorner(dataDir: string): Promise<Corner> {
  const mark = String(randomInt(1e7, 1e8))
  const corner = { key: randomBytes(32).toString('base64url'), card: `F${mark}`, numbers: [] as string[] }
  const helper = makeUser('self-service', { role: 'desk' })
  await addPeople(dataDir, [helper])
  await runSql(
    dataDir,
    `insert into self_service_corner (id, name, key_hash, opened_by, opened_at, counted_from, returns_without_card)
     values (gen_random_uuid(), 'Entrance', decode($1, 'hex'), $2, now(), now(), true)`,
    [createHash('sha256').update(corner.key).digest('hex'), helper.id],
  )
  await runSql(dataDir, `insert into borrower (id, name, card) values (gen_random_uuid(), 'Fatou Diop', $1)`, [
    corner.card,
  ])
  for (const [at, title] of TITLES.entries()) {
    const number = `E${mark}-${at}`
    corner.numbers.push(number)
    await runSql(
      dataDir,
      `insert into copy (id, book_id, number, location)
       select gen_random_uuid(), id, $2, 'Main room' from book where lower(title) like $1 order by id limit 1`,
      [title, number],
    )
  }
  return corner
}
const corners = new WeakMap<Page, Corner>()

/** Opens the page on a device that is a corner. */
const asCorner: Act = async ({ page, w, dataDir }) => {
  const corner = await addCorner(dataDir)
  corners.set(page, corner)
  await page.context().addCookies([{ name: 'maktaba-corner', value: corner.key, url: new URL('/', page.url()).href }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: w('corner_card') })).toBeVisible()
}

/** Types what a scanner does, once the page handles it. */
const scan = async ({ page, w }: Visit, field: 'corner_field_card' | 'corner_field_book', code: string) => {
  await waitForHydration(page)
  await page.getByLabel(w(field), { exact: true }).fill(code)
  await page.getByLabel(w(field), { exact: true }).press('Enter')
}

/** A card and three books. */
const borrow: Act = async (visit) => {
  const { page } = visit
  const { card = '', numbers = [] } = corners.get(page) ?? {}
  await scan(visit, 'corner_field_card', card)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Fatou')
  for (const [at, number] of numbers.entries()) {
    await scan(visit, 'corner_field_book', number)
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(at + 1)
  }
}

/** A number that nobody has, when the turn has ended by itself or by a press. */
const refuse: Act = async (visit) => {
  const { page, w } = visit
  const start = page.getByRole('heading', { level: 1, name: w('corner_card') })
  const done = page.getByRole('button', { name: w('desk_done') })
  await expect(start.or(done)).toBeVisible()
  if (await done.isVisible()) await done.click({ timeout: 5000 }).catch(() => undefined)
  await expect(start).toBeVisible()
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
