import type { Locator } from '@playwright/test'
import { lendTo } from '../testing/borrowers.ts'
import { storeOfflineCatalogue } from './offline-catalogue.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({}))
test.describe.configure({ mode: 'default' })

/** The book of a row of loans. */
async function bookOf(row: Locator): Promise<{ title: string; path: string }> {
  const link = row.getByRole('link')
  return { title: (await link.innerText()).trim(), path: (await link.getAttribute('href')) ?? '' }
}

/** What a day says, so that a new day of return can be told from the one before. */
const DAY = /\d{1,2} \w+ \d{4}/

test('A reader renews, cancels and reserves', { tag: '@slow' }, async ({ page, w, newReader, dataDir }) => {
  await lendTo(dataDir, await newReader())
  await open(page, '/app')
  // What is late is the first thing on the home page, and in the tab.
  const late1 = w('own_late_count', { count: 1, shown: '1' })
  const tab = page
    .getByRole('navigation')
    .filter({ visible: true })
    .getByRole('link', { name: w('own_title') })
  await expect(tab).toContainText(late1)
  await page.getByRole('main').getByRole('link', { name: late1 }).click()
  await expect(heading(page)).toHaveText(w('own_title'))
  await expect(tab).toHaveAttribute('aria-current', 'page')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  const late = rows.first()
  await expect(late).toContainText(w('own_late', { day: '|' }).split('|')[0] ?? '')
  await late.getByRole('button').click()
  await expect(page.getByText(w('own_renewed'))).toBeVisible()
  // The other book is due before it now.
  await expect(page.getByText(w('own_late', { day: '|' }).split('|')[0] ?? '')).toHaveCount(0)
  await expect(rows.nth(1).getByRole('button')).toHaveCount(0)
  await expect(tab).not.toContainText(late1)

  const { title: held, path } = await bookOf(rows.last())
  await rows.last().getByRole('button').click()
  await expect(page.getByText(w('own_cancelled'))).toBeVisible()
  await expect(rows).toHaveCount(2)

  await open(page, path)
  await page.getByRole('button', { name: w('own_reserve_of', { title: held }) }).click()
  await expect(page.getByText(w('own_next'))).toBeVisible()
  await page.getByRole('button', { name: w('own_cancel_of', { title: held }) }).click()
  await expect(page.getByRole('button', { name: w('own_reserve_of', { title: held }) })).toBeVisible()
})

for (const [locale, language] of [
  ['en-US', 'en'],
  ['fr-FR', 'fr'],
] as const)
  test.describe(`With text twice as large, in ${language}`, () => {
    test.use({ locale })
    test(
      'my books are never wider than the narrowest phone',
      { tag: ['@phone', '@slow'] },
      async ({ page, newReader, dataDir }) => {
        await lendTo(dataDir, await newReader())
        await page.setViewportSize({ width: 320, height: 640 })
        await open(page, '/app/loans')
        await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
        await expect(page.getByRole('main').getByRole('button').last()).toBeVisible()
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      },
    )
  })

test('A list has what is on the shelf now', { tag: '@slow' }, async ({ page, w, newReader, dataDir }) => {
  await lendTo(dataDir, await newReader())
  await open(page, '/app/loans')
  const rows = page.getByRole('main').getByRole('listitem')
  const { title: lent, path } = await bookOf(rows.first())
  // Another book may have the words of its title too.
  const hit = page.getByRole('main').locator(`a[href="${path}"]`)
  await open(page, `/app/books?${new URLSearchParams({ searchTerm: lent })}`)
  await expect(hit).toBeVisible()
  await page.getByRole('button', { name: w('books_filters'), exact: true }).click()
  await page.getByLabel(w('own_filter')).check()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('books_show') })
    .click()
  await expect(page).toHaveURL(/availability=onShelf/)
  await expect(heading(page)).toHaveText(w('own_on_shelf'))
  await expect(hit).toHaveCount(0)
  await page.getByRole('button', { name: w('books_filters'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: w('books_filters_clear') })
    .click()
  await expect(hit).toBeVisible()
})

test(
  'While the connection is lost, a page says on which day it knew it',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, w, newReader, dataDir, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED/)
    await lendTo(dataDir, await newReader())
    await open(page, '/app/loans')
    await page.getByRole('main').getByRole('link').nth(1).click()
    await expect(page.getByRole('button', { name: w('share_book') })).toBeVisible()
    const renew = page.getByRole('button', { name: w('own_renew_of', { title: '' }) })
    await expect(renew).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(/ \d{4}: /)).toBeVisible()
    await expect(renew).toHaveCount(0)
    await context.setOffline(false)
    await expect(renew).toBeVisible()
  },
)

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a reader renews, reserves and cancels',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, newReader, dataDir }) => {
      await lendTo(dataDir, await newReader())
      await page.goto('/app/loans')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(rows).toHaveCount(3)
      const late = rows.first()
      const before = DAY.exec(await late.innerText())?.[0]
      expect(before).toBeTruthy()
      await late.getByRole('button').click()
      await expect(page).toHaveURL('/app/loans')
      await expect(page.getByRole('main')).not.toContainText(before ?? '')

      const { title: held, path } = await bookOf(rows.last())
      await page.goto(`/app/books?${new URLSearchParams({ searchTerm: held })}`)
      await page.getByLabel(w('own_filter')).check()
      await page.getByRole('button', { name: w('books_show') }).click()
      await expect(page).toHaveURL(/availability=onShelf/)
      await expect(page.getByRole('main').locator(`a[href="${path}"]`)).toHaveCount(0)

      await page.goto('/app/loans')
      await rows.last().getByRole('link').click()
      await page.getByRole('button', { name: w('own_cancel_of', { title: held }) }).click()
      // Back on the page of the book.
      await expect(heading(page)).toHaveText(held)
      await page.getByRole('button', { name: w('own_reserve_of', { title: held }) }).click()
      await expect(heading(page)).toHaveText(held)
      await expect(page.getByText(w('own_next'))).toBeVisible()

      // The session has ended meanwhile: sign-in leads back, and says nothing of a form.
      await page.context().clearCookies({ name: /session_token/ })
      await page.getByRole('button', { name: w('own_cancel_of', { title: held }) }).click()
      await expect(page).toHaveURL('/login?redirect=%2Fapp%2Floans')
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )
})

test.describe('In the bus', () => {
  test.use({ serviceWorkers: 'allow' })

  test(
    'the icon on the home screen opens what is mine, as it was known',
    { tag: ['@phone', '@slow'] },
    async ({ page, context, w, newReader, dataDir, watched }) => {
      watched.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
      await lendTo(dataDir, await newReader())
      await storeOfflineCatalogue(page)
      await open(page, '/app/loans')
      const rows = page.getByRole('main').getByRole('listitem')
      await expect(rows).toHaveCount(3)
      const { title, path } = await bookOf(rows.nth(1))
      await context.setOffline(true)
      await page.goto('about:blank')

      await page.goto('/app')
      const late = w('own_late_count', { count: 1, shown: '1' })
      await page.getByRole('main').getByRole('link', { name: late }).click()
      await expect(rows).toHaveCount(3)
      await expect(
        page.getByText(w('own_known_page', { when: '|' }).split('|')[0] ?? '', { exact: false }),
      ).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
      await page.goto(path)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByText(w('own_yours_until', { day: '' }))).toBeVisible()
      await page.goto('/app/account')
      await expect(page.getByRole('main').getByText(late)).toBeVisible()

      // Which books are on the shelf is not known: the list is there all the same.
      await page.goto('/app/books?availability=onShelf')
      await expect(rows).toHaveCount(20)
      await expect(page.getByText(w('books_shelf_offline'))).toBeVisible()
      await expect(heading(page)).toHaveText(w('books_title'))
      await context.setOffline(false)
      await page.goto('/app/loans')
      await expect(rows.first().getByRole('button')).toBeVisible()
    },
  )
})
