import { addSessions, makeSessionsStale } from '../sessions.ts'
import { codeField, growTo, nameField } from '../sign-in.ts'
import {
  answer,
  ask,
  expect,
  press,
  see,
  seeDialog,
  seeText,
  toEnd,
  type Act,
  type Area,
  type Visit,
} from './screen.ts'

const ACCOUNT = '/app/account'
const NAME_DRAWER = `${ACCOUNT}?state=change-name`
const DEMO_NAME = `/login?redirect=${encodeURIComponent(NAME_DRAWER)}`

/** A search with few hits, and similar books below them. */
async function seeSimilar({ page, w }: Visit): Promise<void> {
  const similar = page.getByRole('heading', { name: w('books_similar'), exact: true })
  await expect(similar).toBeAttached()
  await similar.evaluate((heading) => heading.scrollIntoView({ block: 'center' }))
}

/** The middle of a list of four pages. */
async function loadPages({ page, w }: Visit): Promise<void> {
  for (const count of [40, 60, 80]) await growTo(page, w, count)
  await expect(page.getByRole('main').getByRole('listitem').last()).toHaveAttribute('aria-posinset', /\d/)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await expect(page.getByRole('main').getByRole('listitem').filter({ visible: true }).first()).toBeAttached()
}

/** A button of the newest other sign-in. */
const ofSignIn =
  (which: 'first' | 'last'): Act =>
  ({ page }) =>
    page.getByRole('main').getByRole('listitem').nth(1).getByRole('button')[which]().click()

const seeCodeField: Act = ({ page, w }) => expect(codeField(page, w)).toBeVisible()

const typeName: Act = ({ page, w }) => nameField(page, w).fill('Neema')
const changeName = [typeName, answer('account_name_submit')]
const loseSession: Act = ({ page }) => page.context().clearCookies({ name: /session_token/ })
const seeQuestion: Act = ({ page }) => expect(page.getByRole('alertdialog')).toBeVisible()

/** Waits until the device keeps the catalogue. */
const waitForOfflineCatalogue = ({ page }: Visit) =>
  page.waitForFunction(
    () => localStorage.getItem('copy')?.startsWith('[') === true && navigator.serviceWorker.controller,
  )

const readOffline = [
  waitForOfflineCatalogue,
  ({ page }: Visit) => page.context().setOffline(true),
  ({ page }: Visit) => page.reload(),
  see('common_try_again'),
]

/** What readers see. */
export const READER: readonly Area[] = [
  { person: 'newcomer', screens: [{ name: 'onboarding', path: '/onboarding', axe: 'both' }] },
  {
    person: 'reader',
    screens: [
      { name: 'home', path: '/app', axe: 'both' },
      { name: 'books', path: '/app/books', axe: 'both', next: [{ name: 'books-long', axe: 'phone', act: loadPages }] },
      { name: 'books-search', path: '/app/books?searchTerm=la', next: [{ name: 'books-end', act: toEnd }] },
      { name: 'books-few', path: '/app/books?searchTerm=sula', act: seeSimilar },
      { name: 'books-similar', path: '/app/books?searchTerm=miserbles', axe: 'phone' },
      { name: 'books-empty', path: '/app/books?searchTerm=zzzz', axe: 'desktop' },
      { name: 'books-refused', path: `/app/books?searchTerm=${'a'.repeat(201)}`, axe: 'phone' },
      {
        name: 'book',
        path: '/app/books?searchTerm=miserables',
        axe: 'both',
        act: [
          ({ page }) => page.getByRole('main').getByRole('listitem').first().getByRole('link').click(),
          ({ page }) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Les Misérables'),
          // Its title is there before the rest.
          see('share_book'),
        ],
      },
      { name: 'book-missing', path: '/app/books/nowhere', axe: 'phone' },
      { name: '404', path: '/nowhere' },
      { name: 'access-denied', path: '/manager', axe: 'desktop' },
    ],
  },
  {
    person: 'reader',
    screens: [
      { name: 'offline', path: '/app/books', act: readOffline },
      { name: 'offline-search', path: '/app/books?searchTerm=la', act: readOffline },
      {
        name: 'offline-account',
        path: ACCOUNT,
        act: [
          waitForOfflineCatalogue,
          ({ page }) => page.reload(),
          ({ page, w }) => page.getByRole('button', { name: w('offline_remove') }).scrollIntoViewIfNeeded(),
        ],
      },
    ],
  },
  {
    // Who has signed in elsewhere as well, and here a while ago.
    person: 'new reader',
    before: async (dataDir, email) => {
      await addSessions(dataDir, email)
      await makeSessionsStale(dataDir, email)
    },
    screens: [
      {
        name: 'account',
        path: ACCOUNT,
        next: [
          {
            name: 'account-sessions',
            axe: 'both',
            act: [
              ofSignIn('first'),
              ({ page }) => expect(page.getByRole('definition').first()).toBeVisible(),
              ({ page }) => page.getByRole('list').last().scrollIntoViewIfNeeded(),
            ],
          },
          {
            name: 'account-session-end',
            axe: 'desktop',
            act: [ofSignIn('last'), seeDialog],
          },
          { name: 'account-end', act: toEnd },
          { name: 'account-signout', axe: 'phone', act: ask('account_sign_out') },
          { name: 'account-delete', axe: 'desktop', act: ask('account_delete') },
          {
            name: 'account-version',
            axe: 'phone',
            act: [
              ({ page, w }) => page.getByRole('button', { name: w('account_version', { version: '' }).trim() }).click(),
              seeDialog,
            ],
          },
        ],
      },
      {
        name: 'account-email',
        path: `${ACCOUNT}?newEmail=amina@example.net`,
        axe: 'desktop',
        act: seeDialog,
        next: [
          {
            name: 'account-reauthentication',
            axe: 'phone',
            act: [answer('account_email_submit'), see('account_reauthenticate_send')],
            next: [{ name: 'account-code', act: [answer('account_reauthenticate_send'), seeCodeField] }],
          },
        ],
      },
      // Last: when it is closed, it asks what becomes of its text.
      {
        name: 'account-name',
        path: NAME_DRAWER,
        act: seeDialog,
        next: [
          {
            name: 'account-name-error',
            axe: 'phone',
            act: [
              ({ page, w }) => nameField(page, w).fill(''),
              answer('account_name_submit'),
              seeText('name_required'),
            ],
          },
        ],
      },
    ],
  },
  {
    person: 'new reader',
    screens: [
      {
        name: 'account-email-code',
        path: async () => `${ACCOUNT}?newEmail=${crypto.randomUUID()}@example.net`,
        axe: 'desktop',
        act: [answer('account_email_submit'), seeCodeField],
      },
      {
        name: 'session-ended',
        path: NAME_DRAWER,
        act: [loseSession, ...changeName, seeQuestion],
        next: [{ name: 'session-code', axe: 'phone', act: [answer('account_reauthenticate_send'), seeCodeField] }],
      },
    ],
  },
  {
    person: 'nobody',
    settings: { DEMO: 'true', CODES_PER_CLIENT: '1000' },
    screens: [
      {
        name: 'session-elsewhere',
        path: DEMO_NAME,
        act: [
          press('login_demo_reader'),
          typeName,
          loseSession,
          ({ page }) => page.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'session' }))),
          seeQuestion,
        ],
      },
      {
        name: 'demo',
        path: DEMO_NAME,
        axe: 'desktop',
        act: [press('login_demo_reader'), ...changeName, seeText('demo_title')],
      },
    ],
  },
]
