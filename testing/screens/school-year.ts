import type { Page } from '@playwright/test'
import { runSql } from '../database.ts'
import { expect, oncePerServer, type Act, type Area } from './screen.ts'

/** Twelve classes of a school, with eight pupils each, of whom every third has a book, some of them late. */
const addSchool = oncePerServer((dataDir) =>
  runSql(
    dataDir,
    `with classes as (
       insert into borrower_group (id, name, kind)
       select gen_random_uuid(), level || 'e ' || section, 'class'
       from generate_series(3, 6) as level, unnest(array['A', 'B', 'C']) as section
       on conflict do nothing returning id, name
     ), pupils as (
       insert into borrower (id, name, school_number, group_id)
       select gen_random_uuid(),
         (array['Awa', 'Cheikh', 'Khady', 'Omar', 'Bineta', 'Salma', 'Daudi', 'Zawadi'])[n] || ' '
           || (array['Mbaye', 'Fall', 'Haddad', 'Mollel', 'Sy', 'Idrissi', 'Mushi'])[1 + abs(hashtext(name || n)) % 7],
         '2024' || abs(hashtext(name)) % 1000 || n, classes.id
       from classes, generate_series(1, 8) as n
       returning id, group_id
     ), copies as (
       select id, row_number() over (order by id) as at from copy
       where condition = 'ok' and not exists (select from loan where copy_id = copy.id and returned_at is null)
         and not exists (select from hold where copy_id = copy.id)
     ), readers as (
       select id, group_id, row_number() over (order by id) as at from pupils
     )
     insert into loan (id, copy_id, borrower_id, group_id, lent_at, due_on, act_id)
     select gen_random_uuid(), copies.id, readers.id, readers.group_id, now() - interval '9 days',
       current_date + (readers.at % 20 - 5)::integer, gen_random_uuid()
     from readers join copies on copies.at * 3 = readers.at`,
    [],
  ),
)

/** Days from today, as a field of a day has them. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A class of its own for each size: pictures of both may be taken at once. */
const classOf = (page: Page): string => ((page.viewportSize()?.width ?? 0) < 640 ? '4e A' : '4e B')

/** Chooses holidays and a day of the week, of which it is shown what they move. */
const closeOnDays: Act = async ({ page, w }) => {
  await page.getByLabel(w('closed_from'), { exact: true }).fill(inDays(4))
  await page.getByLabel(w('closed_to'), { exact: true }).fill(inDays(9))
  await page.getByLabel(w('closed_note'), { exact: true }).fill('Likizo')
  await page.getByRole('button', { name: w('calendar_add_days') }).click()
  await page.getByRole('checkbox').nth(4).check()
  await expect(page.getByRole('button', { name: w('calendar_apply') })).toBeEnabled()
}

/** A school's year, on a server of its own: the pupils would be in the pictures of all other pages of lending. */
export const SCHOOL_YEAR: readonly Area[] = [
  {
    person: 'admin',
    settings: { SEED: 'sample' },
    before: addSchool,
    screens: [
      {
        name: 'manager-school-year-end',
        path: '/manager/borrowers/year-end',
        axe: 'both',
        act: [
          ({ page, w }) => page.getByRole('button', { name: w('year_end_who_repeats', { name: '⁨5e A⁩' }) }).click(),
          ({ page }) => page.getByRole('checkbox').nth(1).check(),
        ],
      },
      {
        name: 'manager-school-due-days',
        path: '/manager/borrowers/due-days',
        axe: 'both',
        act: async ({ page, w }) => {
          await page.getByLabel(w('due_days_day')).fill(inDays(7))
          await expect(page.getByRole('heading', { name: w('due_days_moves') })).toBeVisible()
        },
      },
      {
        name: 'manager-school-certificates',
        path: '/manager/borrowers/certificates',
        axe: 'both',
        act: async ({ page, w }) => {
          await page.getByLabel(w('borrower_group'), { exact: true }).selectOption({ label: '3e B' })
          await expect(page.getByRole('heading', { name: w('certificate_owing') })).toBeVisible()
        },
      },
      { name: 'manager-school-calendar', path: '/manager/borrowers/calendar', axe: 'both', act: closeOnDays },
    ],
  },
  // By itself: who leaves cards that were made is asked first.
  {
    person: 'admin',
    settings: { SEED: 'sample' },
    before: addSchool,
    screens: [
      {
        name: 'manager-school-accounts',
        path: '/manager/borrowers/accounts',
        axe: 'both',
        act: async ({ page, w }) => {
          await page.getByLabel(w('borrower_group'), { exact: true }).selectOption({ label: classOf(page) })
          await expect(page.getByRole('heading', { name: w('class_account_plan') })).toBeVisible()
        },
        next: [
          {
            name: 'manager-school-cards',
            axe: 'both',
            act: async ({ page, w }) => {
              const make = page.getByRole('button', { name: w('class_account_do_make', { count: '8' }) })
              // Of another picture of this server.
              if (await make.isVisible()) await make.click()
              await page.getByLabel(w('class_account_cards_all')).check()
              await page.getByRole('button', { name: w('class_account_cards_make', { count: '8' }) }).click()
              await expect(page.getByRole('button', { name: w('class_account_cards_print') })).toBeVisible()
            },
          },
        ],
      },
    ],
  },
]
