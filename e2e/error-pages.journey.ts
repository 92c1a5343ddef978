import type { Page, Route } from '@playwright/test'
import { documentAt } from './document.ts'
import { books, expect, heading, open, openNext, test } from './test.ts'

/** Milliseconds; section 9 of the specification. */
const RETRY_DELAY = 600

const refuse = (status: number, code: string) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/problem+json', body: JSON.stringify({ code, status }) })

const item = (page: Page, name: string) =>
  page.getByRole('navigation').filter({ visible: true }).getByRole('link', { name, exact: true })

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test(
    'reads in the title what went wrong, and Try Again asks for the list after 600 ms',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/status of (403|429)/)
      await page.clock.install()
      await open(page, '/app')
      await page.route(/listBooks/, refuse(403, 'FORBIDDEN'))
      await item(page, w('nav_books')).click()
      await expect(heading(page)).toHaveText(w('page_403_title'))
      await expect(page).toHaveTitle(`${w('page_403_title')} · Maktaba`)
      await item(page, w('nav_home')).click()
      await expect(page).toHaveTitle(`${w('home_page_title')} · Maktaba`)
      await page.unroute(/listBooks/)
      await page.route(/listBooks/, refuse(429, 'TOO_MANY_REQUESTS'))
      await item(page, w('nav_books')).click()
      await expect(heading(page)).toHaveText(w('page_unknown_title'))
      await expect(page).toHaveTitle(`${w('page_unknown_title')} · Maktaba`)
      await page.unroute(/listBooks/)
      let asked = 0
      page.on('request', (request) => void (asked += request.url().includes('listBooks') ? 1 : 0))
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.getByRole('button', { name: w('common_try_again') }).click()
      await page.clock.runFor(RETRY_DELAY - 1)
      expect(asked).toBe(0)
      // Only the delay: no other timer of the page runs. A busy page may have begun it some milliseconds after the click.
      const askedAfter = async (milliseconds: number) => {
        await page.clock.runFor(milliseconds)
        return asked
      }
      await expect.poll(() => askedAfter(1)).toBe(1)
      await page.clock.resume()
      await expect(books(page)).toHaveCount(20)
      await expect(heading(page)).toBeFocused()
      await expect(page).toHaveTitle(`${w('books_page_title')} · Maktaba`)
    },
  )

  test(
    'is told to be offline, and gets the book when the connection is back',
    { tag: ['@phone', '@slow'] },
    async ({ page, context, w, watched }) => {
      watched.allow(/ERR_INTERNET_DISCONNECTED/)
      await open(page, '/app/books')
      await context.setOffline(true)
      await books(page).nth(3).getByRole('link').click()
      await expect(heading(page)).toHaveText(w('page_offline_title'))
      await expect(page).toHaveTitle(`${w('page_offline_title')} · Maktaba`)
      await expect(page.getByRole('main').getByRole('button', { name: w('common_try_again') })).toBeVisible()
      await context.setOffline(false)
      await expect(heading(page)).not.toHaveText(w('page_offline_title'))
      await expect(page.getByRole('article')).toBeVisible()
    },
  )
})

test.describe('A manager', () => {
  test.use({ person: 'admin' })

  test(
    'reads in the tab what the page says when there is no connection',
    { tag: ['@desktop', '@slow'] },
    async ({ page, context, w, watched }) => {
      watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
      await open(page, '/manager/books')
      await context.setOffline(true)
      for (const name of [w('nav_dashboard'), w('nav_home')]) {
        await item(page, name).click()
        await expect(heading(page)).toHaveText(w('page_offline_title'))
        await expect(page).toHaveTitle(`${w('page_offline_title')} · Maktaba`)
      }
    },
  )

  test(
    'keeps the frame of the area on a page that is not there',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/status of 404/)
      for (const [path, frame, title] of [
        ['/app/nowhere', w('nav_books'), w('page_404_title')],
        ['/manager/nowhere', w('nav_dashboard'), w('page_404_title')],
        ['/manager/users/nobody', w('nav_dashboard'), w('user_not_found_title')],
      ] as const) {
        expect(await documentAt(page, path)).toMatchObject({ status: 404, heading: title, title: `${title} · Maktaba` })
        await openNext(page, path)
        await expect(heading(page)).toHaveText(title)
        await expect(page).toHaveTitle(`${title} · Maktaba`)
        await expect(item(page, frame)).toBeVisible()
        await expect(page.getByRole('button', { name: w('common_back') })).toBeVisible()
      }
    },
  )
})

test.describe('A new person', () => {
  test.use({ person: 'newcomer' })

  test(
    'reads in the tab that the welcome failed, whose script the server does not have',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/status of 404|Failed to fetch|error loading/)
      await page.route('**/assets/onboarding-*', (route) => route.fulfill({ status: 404, body: '' }))
      await page.goto('/onboarding')
      await expect(heading(page)).toHaveText(w('page_unknown_title'))
      await expect(page).toHaveTitle(`${w('page_unknown_title')} · Maktaba`)
      await expect(page.getByRole('button', { name: w('page_reload') })).toBeVisible()
    },
  )
})
