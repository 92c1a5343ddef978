import type { Browser, Page } from '@playwright/test'
import { words } from '../../testing/words.ts'
import { waitForHydration } from '../../testing/sign-in.ts'
import { median } from '../median.ts'
import { visitor, type Tab } from './visitor.ts'

const ROUNDS = 3
const w = words('en')

const books = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link')
const tab = (page: Page, key: 'nav_home' | 'nav_books' | 'nav_account') =>
  page
    .getByRole('navigation')
    .filter({ visible: true })
    .getByRole('link', { name: w(key), exact: true })
const backLink = (page: Page) => page.getByRole('main').getByRole('link', { name: w('nav_books'), exact: true })
const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()

/** What a reader does, from the list of books back to it. */
const ACTS: readonly { name: string; act: (page: Page, tap: Tab['tap']) => Promise<unknown> }[] = [
  { name: 'open a book', act: (page, tap) => tap(books(page).nth(2)) },
  { name: 'back by the link', act: (page, tap) => tap(backLink(page)) },
  { name: 'open another', act: (page, tap) => tap(books(page).nth(0)) },
  { name: 'back by the browser', act: goBack },
  { name: 'type a search', act: (page) => page.getByRole('searchbox').pressSequentially('river', { delay: 120 }) },
  { name: 'empty the search', act: (page, tap) => tap(page.getByRole('button', { name: w('list_search_clear') })) },
  { name: 'open the genres', act: (page, tap) => tap(page.getByRole('combobox', { name: w('book_genre') })) },
  { name: 'choose an order', act: chooseOrder },
  { name: 'change the tab', act: (page, tap) => tap(tab(page, 'nav_account')) },
  { name: 'and back', act: (page, tap) => tap(tab(page, 'nav_books')) },
]

/** Goes back as the phone's button does: nothing to tap in the page, so from the call to the list's next frame. */
async function goBack(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const started = performance.now()
        const look = () =>
          document.querySelector('input[type=search]')
            ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)))
            : setTimeout(look, 4)
        history.back()
        look()
      }),
  )
}

async function chooseOrder(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: w('books_sort') }).selectOption('author')
}

/** Runs in the page: keeps the longest time from an input to the next frame (Interaction to Next Paint). */
function watchTaps(): void {
  const taps = { slowest: 0 }
  Object.assign(window, { __taps: taps })
  const options = { type: 'event', durationThreshold: 16, buffered: true }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && Number(entry.interactionId) > 0)
        taps.slowest = Math.max(taps.slowest, entry.duration)
  }).observe(options)
}

/** Milliseconds until each act of a reader is answered on the screen, the slowest of its inputs; medians of three rounds. */
export async function measureTaps(browser: Browser, url: string, cookie: string): Promise<Record<string, number>> {
  const { context, open } = await visitor(browser, url, cookie)
  await context.addInitScript(watchTaps)
  const { page, still, tap } = await open()
  await page.goto('/app/books')
  await waitForHydration(page)
  await still()
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const { name, act } of ACTS) {
      await page.evaluate(() => (Reflect.get(window, '__taps').slowest = 0))
      const answered = await act(page, tap)
      await still()
      const slowest = await page.evaluate(() => Number(Reflect.get(window, '__taps').slowest))
      const time = typeof answered === 'number' ? answered : slowest
      times.set(name, [...(times.get(name) ?? []), Math.round(time)])
    }
    await page.goto('/app/books')
    await waitForHydration(page)
    await heading(page, w('books_title'))
    await still()
  }
  await context.close()
  return Object.fromEntries([...times].map(([name, each]) => [name, median(each)]))
}
