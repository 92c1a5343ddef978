import { runSql } from '../testing/database.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'sample' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

/** Two classes, the last of which has a pupil with a book that is not back, and one without. */
const SCHOOL = `
  with classes as (
    insert into borrower_group (id, name) values (gen_random_uuid(), '4e Z'), (gen_random_uuid(), '3e Z') returning id, name
  ), pupils as (
    insert into borrower (id, name, group_id)
    select gen_random_uuid(), who.name, classes.id
    from (values ('Cheikh Mbaye', '4e Z'), ('Khady Fall', '4e Z'), ('Omar Haddad', '3e Z'), ('Salma Idrissi', '3e Z'))
      as who(name, class) join classes on classes.name = who.class
    returning id, name, group_id
  )
  insert into loan (id, copy_id, borrower_id, group_id, lent_at, due_on, act_id)
  select gen_random_uuid(), (select copy.id from copy where condition = 'ok'
      and not exists (select from loan where copy_id = copy.id and returned_at is null)
      and not exists (select from hold where copy_id = copy.id) order by copy.id limit 1),
    id, group_id, now(), current_date + 5, gen_random_uuid()
  from pupils where name = 'Omar Haddad'`

/** One worker may run both languages on one server, where a class has its name once. */
const WITHOUT = `
  delete from loan where group_id in (select id from borrower_group where name in ('4e Z', '3e Z'));
  delete from borrower where group_id in (select id from borrower_group where name in ('4e Z', '3e Z'));
  delete from borrower_group where name in ('4e Z', '3e Z')`

test.beforeEach(({ server }) => runSql(server.dataDir, WITHOUT, []))

for (const locale of ['en-US', 'ar'])
  test.describe(locale, () => {
    test.use({ locale })

    test(
      'The school year ends by keyboard: who repeats is ticked, leavers go, and all of it is undone',
      { tag: '@slow' },
      async ({ page, server, w, watched }) => {
        await runSql(server.dataDir, SCHOOL, [])
        const inClass = async (name: string, className: string) => {
          await open(page, `/manager/borrowers?searchTerm=${name}`)
          await expect(page.getByRole('row').filter({ hasText: name })).toContainText(className)
        }
        await open(page, '/manager/borrowers')
        await page.getByRole('link', { name: w('school_year') }).focus()
        await page.keyboard.press('Enter')
        await expect(heading(page)).toHaveText(w('year_end_title'))
        await expect(page.getByLabel(w('year_end_next_of', { name: isolated('4e Z') }))).toHaveValue(/-/)
        await expect(page.getByLabel(w('year_end_next_of', { name: isolated('3e Z') }))).toHaveValue('leave')
        await expect(page.getByRole('link', { name: 'Omar Haddad' })).toBeVisible()

        await page.getByRole('button', { name: w('year_end_who_repeats', { name: isolated('4e Z') }) }).focus()
        await page.keyboard.press('Enter')
        const khady = page.getByRole('checkbox', { name: 'Khady Fall' })
        await khady.focus()
        await page.keyboard.press('Space')
        await expect(khady).toBeChecked()
        const pupils = w('year_end_pupils', { count: 3, shown: '3' })
        const start = page.getByRole('button', { name: w('year_end_start', { pupils }) })
        const secondTab = await page.context().newPage()
        await open(secondTab, '/manager/borrowers/year-end')
        await start.focus()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('button', { name: w('year_end_undo') })).toBeVisible()
        // The tab that was open before is refused, and shows the year end that has been.
        watched.allow(/status of 409/)
        await secondTab.getByRole('main').getByRole('button').first().click()
        await expect(secondTab.getByText(w('year_end_not_started'))).toBeVisible()
        await expect(secondTab.getByRole('button', { name: w('year_end_undo') })).toBeVisible()
        await secondTab.close()
        // Who stays there is a press away.
        await page
          .getByRole('link', { name: w('year_end_to_left', { group: w('year_end_left_group') }) })
          .press('Enter')
        await expect(page.getByRole('row').filter({ hasText: 'Omar Haddad' })).toBeVisible()
        await inClass('Cheikh Mbaye', '3e Z')
        await inClass('Khady Fall', '4e Z')
        await inClass('Omar Haddad', w('year_end_left_group'))
        await open(page, '/manager/borrowers/trash')
        await expect(page.getByRole('row').filter({ hasText: 'Salma Idrissi' })).toBeVisible()

        // In the activity one press takes it back, not several.
        await open(page, '/manager/activity')
        const entry = page.getByRole('main').getByRole('listitem').first()
        await expect(entry.getByRole('button', { name: w('books_undo'), exact: true })).toHaveCount(1)

        await open(page, '/manager/borrowers/year-end')
        // Another one is asked about.
        await page.getByRole('button', { name: w('year_end_again') }).click()
        await expect(page.getByRole('main').getByRole('button').first()).toBeDisabled()
        await page.getByRole('button', { name: w('year_end_undo') }).focus()
        await page.keyboard.press('Enter')
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: w('year_end_undo') })
          .press('Enter')
        await expect(page.getByText(w('year_end_undone'))).toBeVisible()
        await inClass('Cheikh Mbaye', '4e Z')
        await inClass('Omar Haddad', '3e Z')
        await inClass('Salma Idrissi', '3e Z')
      },
    )
  })
