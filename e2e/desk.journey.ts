import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { askApi, findBooks } from '../testing/books-api.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({})).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})
test.describe.configure({ mode: 'default' })

interface Numbered {
  id: string
  number: string
  card: string
}

/** What a scanner does: keys, and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

test(
  'Books are lent and returned by keys alone, and the last act is taken back',
  { tag: '@slow' },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    await open(page, '/manager/settings')
    const lends = page.getByLabel(w('lending_switch'))
    for (const isOn of [false, true]) {
      await lends.setChecked(isOn)
      await page
        .getByRole('form', { name: w('lending_title') })
        .getByRole('button', { name: w('noun_save') })
        .click()
      await expect(page.getByText(w('lending_saved'))).toBeVisible()
      if (isOn) break
      await open(page, '/manager/desk')
      await expect(heading(page)).toHaveText(w('page_404_title'))
      await open(page, '/manager/settings')
    }
    const add = async (path: string, body: unknown) => (await askApi(page, 'POST', path, body)) as Numbered
    const group = await add('/borrower-groups', { name: '7C', kind: 'class', booksAtATime: 2 })
    const [tumaini, neema] = [
      await add('/borrowers', { name: 'Tumaini Wekesa', groupId: group.id }),
      await add('/borrowers', { name: 'نعيمة', groupId: group.id }),
    ]
    const books = (await findBooks(page, 'the')).slice(0, 3)
    const copies: Numbered[] = []
    for (const { id } of books) copies.push(await add('/copies', { bookId: id, location: 'Main room' }))
    const [first, second, third] = copies.map(({ number }) => number)
    if (!first || !second || !third) throw new Error('Three books have copies')
    const onLoan = (name: string) => page.getByRole('region', { name }).getByRole('listitem')

    await open(page, '/manager/desk')
    const field = page.getByLabel(w('desk_field'))
    if (test.info().project.name === 'desktop') await expect(field).toBeFocused()
    else await field.focus()
    await expect(page.getByText(w('desk_none_today'))).toBeVisible()

    // A copy waits for its card; more are scanned without waiting for answers.
    await scan(page, first)
    await expect(page.getByText(w('desk_waiting_card')).last()).toBeVisible()
    await scan(page, tumaini.card)
    await scan(page, second)
    await expect(page.getByRole('heading', { name: 'Tumaini Wekesa' })).toBeVisible()
    await expect(onLoan('Tumaini Wekesa')).toHaveCount(2)
    await expect(page.getByText(w('desk_counts', { lent: '2', returned: '0' })).last()).toBeVisible()
    expect(await faultsOf(page)).toEqual([])

    // One more than the class may have: said, and lent all the same by one key.
    await scan(page, third)
    const notLent = page.getByRole('region', { name: w('desk_not_lent', { shown: '1' }) })
    await expect(notLent).toBeVisible()
    await expect(onLoan('Tumaini Wekesa')).toHaveCount(2)
    await page.keyboard.press('F4')
    await expect(onLoan('Tumaini Wekesa')).toHaveCount(3)
    await expect(notLent).toHaveCount(0)
    await page.keyboard.press('ArrowUp')
    await expect(onLoan('Tumaini Wekesa')).toHaveCount(2)
    // What was refused stays, also without the borrower, until it is dealt with.
    await expect(notLent).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Tumaini Wekesa' })).toHaveCount(0)
    await expect(notLent).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await notLent.getByRole('button', { name: w('desk_dealt_with') }).click()
    await expect(notLent).toHaveCount(0)

    // Brought by another person: it returns, and is lent on.
    await scan(page, neema.card)
    await expect(page.getByRole('heading', { name: 'نعيمة' })).toBeVisible()
    await scan(page, first)
    await expect(onLoan('نعيمة')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    await expect(page.getByText(w('desk_return_only_text'))).toBeVisible()
    await scan(page, second)
    await expect(page.getByText(w('desk_counts', { lent: '3', returned: '2' })).last()).toBeVisible()

    await scan(page, '99999999')
    await expect(page.getByRole('heading', { name: w('desk_unknown_title') })).toBeVisible()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: w('desk_leave_of', { code: '99999999' }) }).click()
    await expect(page.getByRole('heading', { name: w('desk_unknown_title') })).toHaveCount(0)

    // An unknown number becomes a copy in place, which is scanned like any other.
    await scan(page, '88888888')
    await page
      .getByRole('button', { name: w('desk_add_to_book') })
      .first()
      .click()
    await page.getByLabel(w('desk_add_search')).fill('the')
    await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().click()
    await expect(page.getByText(w('desk_added', { number: '88888888' }))).toBeVisible()
    await expect(page.getByRole('heading', { name: w('desk_unknown_title') })).toHaveCount(0)
  },
)

/** Milliseconds after which the same number is meant again. */
const STUTTER = 3100
/** Between two scans: quicker than anybody hands over books. */
const BETWEEN = 100

test(
  'A class of thirty borrows and brings back, by scanner alone and without waiting for answers',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    const add = async (path: string, body: unknown) => (await askApi(page, 'POST', path, body)) as Numbered
    const total = async (state: string) =>
      ((await askApi(page, 'GET', `/loans?state=${state}&limit=1`)) as { total: number }).total
    const group = await add('/borrower-groups', { name: '8D' })
    const [book] = await findBooks(page, 'the')
    const pupils: Numbered[] = []
    const copies: Numbered[] = []
    for (let index = 0; index < 30; index++) {
      pupils.push(await add('/borrowers', { name: `Pupil ${index + 1}`, groupId: group.id }))
      copies.push(await add('/copies', { bookId: book?.id }))
    }
    const before = await total('open')
    await open(page, '/manager/desk')
    await expect(page.getByLabel(w('desk_field'))).toBeFocused()
    const next = async (code: string) => {
      await scan(page, code)
      await page.waitForTimeout(BETWEEN)
    }
    for (const [index, { card }] of pupils.entries()) {
      await next(card)
      await next(copies[index]?.number ?? '')
    }
    await expect.poll(() => total('open')).toBe(before + 30)
    await expect(page.getByRole('heading', { name: 'Pupil 30', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('F2')
    for (const { number } of copies) await next(number)
    await expect.poll(() => total('open')).toBe(before)
    const loans = (await askApi(page, 'GET', `/loans?bookId=${book?.id}&state=returned&limit=100`)) as {
      items: { number: string }[]
    }
    const returned = new Set(loans.items.map(({ number }) => number))
    expect(copies.every(({ number }) => returned.has(number))).toBe(true)
  },
)

test(
  'An ISBN is a copy, a choice or a book without one; the same number again is nothing, and later a return',
  { tag: '@slow' },
  async ({ page, w }) => {
    const add = async (path: string, body: unknown) => (await askApi(page, 'POST', path, body)) as Numbered
    const bookOf = (title: string, isbn: string) => add('/books', { title, author: 'Shaaban Robert', isbn: [isbn] })
    const [one, two] = [await bookOf('Of one copy', '9780306406157'), await bookOf('Of two copies', '9780140449136')]
    await bookOf('Of none', '9782070360024')
    const { number } = await add('/copies', { bookId: one.id })
    const choices = [await add('/copies', { bookId: two.id }), await add('/copies', { bookId: two.id })]
    const { card } = await add('/borrowers', { name: 'Rehema Said' })

    await open(page, '/manager/desk')
    await page.getByLabel(w('desk_field')).focus()
    await scan(page, card)
    const lent = page.getByRole('region', { name: 'Rehema Said' }).getByRole('listitem')
    await scan(page, '0-306-40615-2')
    await expect(lent).toHaveCount(1)
    await scan(page, '9780140449136')
    await expect(page.getByText(w('desk_choose')).last()).toBeVisible()
    await page.keyboard.press('2')
    await expect(lent.filter({ hasText: 'Of two copies' })).toContainText(choices[1]?.number ?? '')
    await scan(page, '9782070360024')
    await expect(page.getByRole('button', { name: w('desk_add_copy') })).toBeVisible()

    // Scanned twice at once, as a scanner does that is held too long.
    await page.waitForTimeout(STUTTER)
    await scan(page, number)
    await expect(lent).toHaveCount(1)
    await scan(page, number)
    await expect(page.getByText(w('desk_repeated')).last()).toBeVisible()
    await expect(lent).toHaveCount(1)
    await page.waitForTimeout(STUTTER)
    await scan(page, number)
    await expect(lent).toHaveCount(2)
  },
)
