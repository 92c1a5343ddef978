import { expect, type Locator, type Page } from '@playwright/test'
import { newestCode } from './outbox.ts'
import { words, type Language, type Words } from './words.ts'

interface Visit {
  email: string
  /** The name for onboarding. */
  name?: string
  dataDir: string
  language?: Language
}

/** The part of the router that a page has in its window. */
interface Router {
  navigate: (to: { href: string }) => Promise<void>
  options: { context: { queryClient: { isFetching: () => number } } }
  state: { status: string; location: { href: string }; resolvedLocation?: { href: string } }
}

/** Opens a page and waits until its script handles input. */
export async function open(page: Page, path: string): Promise<number> {
  const response = await page.goto(path)
  await waitForHydration(page)
  return response?.status() ?? 0
}

/** Waits until React has hydrated the whole page, so that the browser is idle. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTaken = Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__reactProps$'))
    return isTaken && new Promise((done) => requestIdleCallback(() => done(true), { timeout: 2000 }))
  })
}

/**
 * Goes on to another page in the document that is open, as a link does: a fraction of the work of `open`, for journeys that
 * look at many pages. No redirect that leaves the document.
 */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router }
    await router.navigate({ href })
    const isThere = () =>
      router.state.status === 'idle' &&
      router.state.resolvedLocation?.href === router.state.location.href &&
      router.options.context.queryClient.isFetching() === 0
    // It is shown in a later frame, and a list keeps its last answer until the next one is there.
    while (!isThere()) await new Promise(requestAnimationFrame)
  }, path)
  await waitForHydration(page)
}

/** Opens the first page of a journey, and goes on to the next ones. */
export const openNext = async (page: Page, path: string): Promise<void> => {
  await (page.url() === 'about:blank' ? open : goOn)(page, path)
}

/** Reloads the page and waits like `open`: going back before hydration would find a different page. */
export async function reload(page: Page): Promise<void> {
  await page.reload()
  await waitForHydration(page)
}

/**
 * Leaves the site and clears the cookies; `name` restricts them. Leaves first: a page whose late request is refused
 * without its session reloads, and the reload would replace the page that the journey opens next.
 */
export async function dropCookies(page: Page, name?: string): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies(name === undefined ? {} : { name })
}

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })
export const emailField = (page: Page, w: Words): Locator => page.getByLabel(w('login_email_label'), { exact: true })
export const codeField = (page: Page, w: Words): Locator => page.getByLabel(w('verify_code_label'), { exact: true })
export const nameField = (page: Page, w: Words): Locator => page.getByLabel(w('onboarding_name_label'), { exact: true })

/**
 * Loads more until `count` are shown. Repeats a press without effect, since a list during layout can move the button
 * away from the pointer.
 */
export async function growTo(page: Page, w: Words, count: number): Promise<void> {
  const shown = page
    .getByRole('main')
    .getByRole('status')
    .or(page.getByRole('button', { name: w('list_load_more') }).locator('..'))
    .filter({ hasText: new RegExp(`(^|\\D)${count}\\D`) })
  await expect(async () => {
    if ((await shown.count()) === 0) await page.getByRole('button', { name: w('list_load_more') }).click()
    await expect(shown.first()).toBeAttached({ timeout: 4000 })
  }).toPass()
}

/** The rows of the manager's list, without the header. */
export const rows = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('row')
    .filter({ has: page.locator('[data-row-key=open]') })

/** The books of the shown list, of readers or managers. */
export const books = (page: Page): Locator => page.getByRole('main').getByRole('listitem').or(rows(page))

/** Requests a code like a visitor; ends on the page for the code. */
export async function askForCode(
  page: Page,
  { email, language = 'en' }: Pick<Visit, 'email' | 'language'>,
): Promise<void> {
  const w = words(language)
  await open(page, '/login')
  await emailField(page, w).fill(email)
  await page.getByRole('button', { name: w('login_submit') }).click()
  await expect(heading(page)).toHaveText(w('verify_page_title'))
}

/** Requests a code and enters it; ends in the app, or at onboarding for a new user. */
export async function enterCode(page: Page, { email, dataDir, language = 'en' }: Omit<Visit, 'name'>): Promise<void> {
  const w = words(language)
  await askForCode(page, { email, language })
  await codeField(page, w).fill(await newestCode(email, dataDir))
  await expect(nameField(page, w).or(inside(page))).toBeVisible()
  await waitForHydration(page)
}

/** Signs in by the pages, with the code from the mail and onboarding for a new user; ends in the app. */
export async function signIn(page: Page, { name = 'Amina', ...visit }: Visit): Promise<void> {
  const w = words(visit.language ?? 'en')
  await enterCode(page, visit)
  if (await inside(page).isVisible()) return
  await nameField(page, w).fill(name)
  await page.getByRole('button', { name: w('onboarding_submit') }).click()
  await expect(inside(page)).toBeVisible()
  await waitForHydration(page)
}

/** The navigation for signed-in users. */
const inside = (page: Page): Locator => page.getByRole('navigation').filter({ visible: true })
