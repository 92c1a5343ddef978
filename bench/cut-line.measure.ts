import { chromium, type Page } from '@playwright/test'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#lib/project-root.server.ts'
import { startAgainAfterCrash } from '#test/start-browser.ts'
import { findBrowser } from '../e2e/browser.ts'
import { waitForHydration } from '../e2e/sign-in.ts'
import { words } from '../e2e/words.ts'
import { startMaktaba } from './maktaba.ts'
import { makePeople } from './people.ts'
import { catalogue } from './poor-line/catalogue.ts'
import { cookiesOf } from './poor-line/visitor.ts'

const FOLDER = join(projectRoot, 'screens', 'cut-line')
/** Milliseconds until the copy is on the device, at most. */
const KEPT = 60_000
/** Milliseconds after which an act must have been answered: the local copy waits for six seconds. */
const PATIENCE = 12_000
const w = words('en')

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const tab = (page: Page, key: 'nav_home' | 'nav_books' | 'nav_account') =>
  page
    .getByRole('navigation')
    .filter({ visible: true })
    .getByRole('link', { name: w(key), exact: true })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })

interface Act {
  name: string
  /** Where it begins, with a line. */
  path: string
  act: (page: Page) => Promise<unknown>
  /** What must be seen, though the line was cut while the act asked the server. */
  seen: (page: Page) => Promise<unknown>
}

const LIST = '/app/books'
const second = (page: Page) => rows(page).nth(1).getByRole('link').first()

/** What a reader does. In the middle of each the line is cut. */
const ACTS: readonly Act[] = [
  {
    name: 'search',
    path: LIST,
    act: (page) => page.getByRole('searchbox').fill('river'),
    seen: (page) => rows(page).filter({ hasText: /river/i }).first().waitFor(),
  },
  {
    name: 'open a book',
    path: LIST,
    act: (page) => second(page).tap(),
    seen: (page) => link(page, w('nav_books')).waitFor(),
  },
  {
    name: 'go back',
    path: LIST,
    act: async (page) => {
      await second(page).tap()
      await link(page, w('nav_books')).waitFor()
      await page.goBack()
    },
    seen: (page) => rows(page).nth(19).waitFor(),
  },
  {
    name: 'load more',
    path: LIST,
    act: (page) => page.getByRole('button', { name: w('list_load_more') }).tap(),
    seen: (page) => rows(page).nth(39).waitFor({ state: 'attached' }),
  },
  {
    name: 'choose an order',
    path: LIST,
    act: (page) => page.getByRole('combobox', { name: w('books_sort') }).selectOption('author'),
    seen: (page) => page.waitForURL(/sort=author/),
  },
  {
    name: 'jump to a letter',
    path: LIST,
    act: (page) => page.getByRole('main').getByRole('link', { name: 'M', exact: true }).tap(),
    seen: (page) => rows(page).first().filter({ hasText: /M/ }).waitFor(),
  },
  {
    name: 'open home',
    path: LIST,
    act: (page) => tab(page, 'nav_home').tap(),
    seen: (page) => page.getByText(w('home_new'), { exact: true }).waitFor(),
  },
  {
    name: 'open the account',
    path: LIST,
    act: (page) => tab(page, 'nav_account').tap(),
    seen: (page) =>
      page
        .getByRole('main')
        .getByRole('button', { name: w('common_try_again') })
        .first()
        .waitFor(),
  },
  {
    name: 'change the name',
    path: '/app/account',
    act: async (page) => {
      await page.getByRole('link', { name: w('account_change_name') }).tap()
      await page.getByRole('dialog').getByRole('textbox').fill('Amina Odhiambo')
      await page.getByRole('button', { name: w('account_name_submit') }).tap()
    },
    seen: (page) => page.getByText(w('error_NETWORK')).first().waitFor(),
  },
  {
    name: 'load the page again',
    path: LIST,
    act: (page) => page.reload().catch(() => undefined),
    seen: (page) => rows(page).nth(10).waitFor(),
  },
  {
    name: 'sign out',
    path: '/app/account',
    act: async (page) => {
      await page.getByRole('button', { name: w('account_sign_out') }).tap()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: w('account_sign_out') })
        .tap()
    },
    seen: (page) => page.getByText(w('error_NETWORK')).first().waitFor(),
  },
]

/** Cuts the line as soon as the page asks the server for something, or a moment later if it asks for nothing. */
async function cut(page: Page): Promise<void> {
  const context = page.context()
  const asked = Promise.withResolvers<void>()
  await context.route(/_serverFn|\/api\/|\/app/, async (route) => {
    asked.resolve()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  void Promise.race([asked.promise, page.waitForTimeout(500)]).then(() => context.setOffline(true))
}

/** Gives the line back, and waits until the page has noticed. */
async function mend(page: Page): Promise<void> {
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().setOffline(false)
  await page.waitForTimeout(1500)
}

/**
 * A reader whose line is cut in the middle of each act: says of each how long it took until the page had an answer, and
 * takes pictures of it without and with the line again, in `screens/cut-line`. CATALOGUES=<files> takes their books.
 */
export default async function measureCutLine(): Promise<boolean> {
  const { dataDir, remove } = await catalogue()
  const { reader } = await makePeople(dataDir)
  startAgainAfterCrash(chromium)
  const [browser, maktaba] = [await chromium.launch(await findBrowser()), await startMaktaba(dataDir)]
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const failed: string[] = []
  try {
    const context = await browser.newContext({
      baseURL: maktaba.url,
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
    })
    await context.addCookies(cookiesOf(reader, maktaba.url))
    const page = await context.newPage()
    await page.goto(LIST)
    await page.waitForFunction(() => localStorage.getItem('copy')?.startsWith('['), undefined, { timeout: KEPT })
    for (const [at, { name, path, act, seen }] of ACTS.entries()) {
      const picture = (what: string) =>
        page.screenshot({
          path: join(FOLDER, `${String(at + 1).padStart(2, '0')}-${name.replaceAll(' ', '-')}-${what}.png`),
        })
      await page.goto(path)
      await waitForHydration(page)
      await cut(page)
      const started = performance.now()
      const isSeen = await Promise.race([
        act(page)
          .then(() => seen(page))
          .then(
            () => true,
            () => false,
          ),
        page.waitForTimeout(PATIENCE).then(() => false),
      ])
      const milliseconds = Math.round(performance.now() - started)
      await page.waitForTimeout(300)
      await picture('cut')
      await mend(page)
      await picture('mended')
      if (!isSeen) failed.push(name)
      console.log(`${isSeen ? '✓' : '✗'} ${name.padEnd(20)} ${isSeen ? `${milliseconds} ms` : 'not answered'}`)
    }
  } finally {
    await browser.close()
    await maktaba.stop()
    remove()
  }
  console.log(`The pictures are in ${FOLDER}`)
  return failed.length === 0
}
