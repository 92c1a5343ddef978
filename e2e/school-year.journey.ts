import { runSql } from '../testing/database.ts'
import { dropFile } from './drop-file.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'sample' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

/** A class with one who has a book, due in three days, and one who has none. */
const SCHOOL = `
  with class as (
    insert into borrower_group (id, name) values (gen_random_uuid(), '4e Z') returning id
  ), pupils as (
    insert into borrower (id, name, group_id)
    select gen_random_uuid(), who.name, class.id from (values ('Cheikh Mbaye'), ('Khady Fall')) as who(name), class
    returning id, name, group_id
  )
  insert into loan (id, copy_id, borrower_id, group_id, lent_at, due_on, act_id)
  select gen_random_uuid(), (select copy.id from copy where condition = 'ok'
      and not exists (select from loan where copy_id = copy.id and returned_at is null)
      and not exists (select from hold where copy_id = copy.id) order by copy.id limit 1),
    id, group_id, now(), current_date + 3, gen_random_uuid()
  from pupils where name = 'Cheikh Mbaye'`

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const compact = (day: string): string => day.replaceAll('-', '')

/** One worker may run both languages on one server, where a class has its name once. */
const WITHOUT = `
  delete from loan where group_id in (select id from borrower_group where name in ('4e Z'));
  delete from borrower where group_id in (select id from borrower_group where name in ('4e Z'));
  delete from borrower_group where name in ('4e Z')`

test.beforeEach(({ server }) => runSql(server.dataDir, WITHOUT, []))

for (const locale of ['en-US', 'ar'])
  test.describe(locale, () => {
    test.use({ locale })

    test(
      'The books of a class get one due day by keyboard, closed days move it, both are undone, and the certificate names who has one',
      { tag: '@slow' },
      async ({ page, server, w }) => {
        await runSql(server.dataDir, SCHOOL, [])
        const one = w('activity_books', { count: 1, shown: '1' })
        await open(page, '/manager/borrowers/year-end')
        await page.getByRole('link', { name: w('due_days_title') }).press('Enter')
        await expect(heading(page)).toHaveText(w('due_days_title'))
        await page.getByLabel(w('due_days_day'), { exact: true }).fill(inDays(8))
        await page.getByLabel(w('due_days_whose'), { exact: true }).selectOption({ label: '4e Z' })
        await page.getByRole('button', { name: w('due_days_apply', { books: one }) }).press('Enter')
        await expect(page.getByRole('button', { name: w('books_undo') }).first()).toBeVisible()

        await page.getByRole('link', { name: w('calendar_title') }).press('Enter')
        await expect(heading(page)).toHaveText(w('calendar_title'))
        await dropFile(
          page,
          'holidays.ics',
          `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//M//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:${compact(inDays(8))}\r\nDTEND;VALUE=DATE:${compact(inDays(10))}\r\nSUMMARY:Eid\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
        )
        await expect(page.getByText(w('calendar_file_read', { days: '1', hours: '0', outside: '0' }))).toBeVisible()
        await expect(page.getByText('Cheikh Mbaye')).toBeVisible()
        await page.getByRole('button', { name: w('calendar_apply') }).press('Enter')
        await expect(page.getByRole('button', { name: w('calendar_apply') })).toBeHidden()
        await expect(page.getByRole('listitem').filter({ hasText: 'Eid' })).toBeVisible()
        await page
          .getByRole('button', { name: w('books_undo') })
          .first()
          .press('Enter')
        await expect(page.getByRole('listitem').filter({ hasText: 'Eid' })).toHaveCount(0)

        await page.getByRole('link', { name: w('certificate_title') }).press('Enter')
        await page.getByLabel(w('borrower_group'), { exact: true }).selectOption({ label: '4e Z' })
        await expect(page.getByRole('link', { name: 'Cheikh Mbaye' })).toBeVisible()
        await page.emulateMedia({ media: 'print' })
        await expect(page.getByRole('heading', { name: w('certificate_heading') })).toHaveCount(1)
        await expect(page.getByText('Khady Fall').first()).toBeVisible()
        await expect(page.getByRole('link', { name: 'Cheikh Mbaye' })).toBeHidden()
        await page.emulateMedia({ media: 'screen' })

        await open(page, '/manager/borrowers/due-days')
        await page
          .getByRole('button', { name: w('books_undo') })
          .first()
          .press('Enter')
        await expect(page.getByText(w('due_days_undone', { books: one }))).toBeVisible()
      },
    )
  })
