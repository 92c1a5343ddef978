import { closeDialog, testScreens } from './axe.ts'
import { KEYS, makeSessionsFresh, setKeys } from './keys.ts'
import { adminOf } from './server.ts'
import { addSessions, makeSessionsStale } from './sessions.ts'
import { codeField, emailField, expect, growTo, newAddress, test } from './test.ts'

testScreens([
  {
    name: 'The login',
    path: '/login',
    next: [
      {
        name: 'The login with an error',
        tag: '@phone',
        act: async (page, w) => {
          await page.getByRole('button', { name: w('login_submit') }).click()
          await expect(page.getByRole('alert')).toHaveText(w('email_required'))
        },
      },
      {
        name: 'The login that counts down',
        tag: '@desktop',
        act: async (page, w) => {
          await page.route('**/email-otp/*', (route) =>
            route.fulfill({ status: 429, json: { code: 'TOO_MANY_REQUESTS', retryAfter: 272 } }),
          )
          await emailField(page, w).fill('amina@example.org')
          await page.keyboard.press('Enter')
          await expect(page.getByRole('timer')).toBeVisible()
        },
      },
    ],
  },
  {
    name: 'The page of the code',
    path: '/login/verify?email=amina@example.org',
    next: [
      {
        name: 'The page of the code with an error',
        tag: '@desktop',
        act: async (page, w) => {
          await page.getByRole('button', { name: w('verify_submit') }).click()
          await expect(page.getByRole('alert')).toHaveText(w('code_required'))
        },
      },
      {
        name: 'The page of a code that has expired',
        tag: '@phone',
        act: async (page, w) => {
          await page.route('**/sign-in/email-otp', (route) =>
            route.fulfill({ status: 400, json: { code: 'OTP_EXPIRED', message: w('error_OTP_EXPIRED') } }),
          )
          await codeField(page, w).fill('123456')
          await expect(page.getByRole('button', { name: w('verify_resend_new') })).toBeVisible()
        },
      },
    ],
  },
  { name: 'The login error page', path: '/login/error?error=access_denied', tag: '@phone' },
  { name: 'The page of a link that does not work', path: '/login/not-me?notice=x', tag: '@phone' },
  { name: 'The 404 page', path: '/nowhere' },
])

test.describe('A new person', () => {
  test.use({ person: 'newcomer' })
  testScreens([{ name: 'The welcome', path: '/onboarding' }])
})

test.describe('A reader', () => {
  test.use({ person: 'reader' })
  testScreens([
    { name: 'The home page', path: '/app' },
    {
      name: 'The list of books',
      path: '/app/books',
      next: [
        {
          name: 'A long list of books',
          tag: '@phone',
          act: async (page, w) => {
            for (const count of [40, 60, 80]) {
              await growTo(page, w, count)
            }
            await expect(page.getByRole('main').getByRole('listitem').last()).toHaveAttribute('aria-posinset', /\d/)
          },
        },
      ],
    },
    { name: 'A search that finds only similar books', path: '/app/books?searchTerm=miserbles', tag: '@phone' },
    { name: 'A search without results', path: '/app/books?searchTerm=zzzz', tag: '@desktop' },
    { name: 'A search that cannot be', path: `/app/books?searchTerm=${'a'.repeat(201)}`, tag: '@phone' },
    {
      name: 'A book',
      path: '/app/books?searchTerm=fahrenheit',
      act: async (page) => {
        await page.getByRole('main').getByRole('listitem').getByRole('link').click()
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fahrenheit 451')
      },
    },
    { name: 'A book that is not there', path: '/app/books/nowhere', tag: '@phone' },
    {
      name: 'The question before signing out',
      path: '/app/account',
      tag: '@phone',
      act: async (page, w) => {
        await page
          .getByRole('main')
          .getByRole('button', { name: w('account_sign_out'), exact: true })
          .click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
      next: [
        {
          name: 'The version info',
          tag: '@phone',
          act: async (page, w) => {
            await closeDialog(page)
            await page.getByRole('button', { name: w('account_version', { version: '' }).trim() }).click()
            await expect(page.getByRole('dialog')).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'The drawer of the name',
      path: '/app/account?state=change-name',
      tag: '@phone',
      act: async (page, w) => {
        await page.getByRole('dialog').getByRole('textbox').fill('')
        await page.getByRole('button', { name: w('account_name_submit') }).click()
        await expect(page.getByRole('alert')).toHaveText(w('name_required'))
      },
    },
    {
      name: 'The change of address',
      path: '/app/account?newEmail=amina@example.net',
      tag: '@desktop',
      act: async (page) => expect(page.getByRole('dialog')).toBeVisible(),
    },
    {
      name: 'The question before deleting the account',
      path: '/app/account',
      tag: '@desktop',
      act: async (page, w) => {
        await page.getByRole('button', { name: w('account_delete') }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
      },
    },
    { name: 'Access Denied', path: '/manager', tag: '@desktop' },
  ])
})

test.describe('A user with much data', () => {
  test.beforeEach(async ({ newReader, dataDir }) => {
    const email = await newReader()
    await addSessions(dataDir, email)
    await makeSessionsStale(dataDir, email)
  })
  testScreens([
    {
      name: 'The account, and its list of sign-ins',
      path: '/app/account',
      act: async (page) => {
        await page.getByRole('main').getByRole('listitem').nth(1).getByRole('button').first().click()
        await expect(page.getByRole('definition').first()).toBeVisible()
      },
      next: [
        {
          name: 'The question before ending a sign-in',
          tag: '@desktop',
          act: async (page) => {
            await page.getByRole('main').getByRole('listitem').nth(1).getByRole('button').last().click()
            await expect(page.getByRole('alertdialog')).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'The reauthentication',
      path: '/app/account?newEmail=amina@example.net',
      tag: '@phone',
      act: async (page, w) => {
        await page.getByRole('button', { name: w('account_email_submit') }).click()
        await expect(page.getByRole('button', { name: w('account_reauthenticate_send') })).toBeVisible()
      },
    },
  ])
})

test.describe('A user who has just signed in', () => {
  test.beforeEach(({ newReader }) => newReader().then(() => undefined))
  testScreens([
    {
      name: 'The code for a new address',
      path: `/app/account?newEmail=${newAddress()}`,
      tag: '@desktop',
      act: async (page, w) => {
        await page.getByRole('button', { name: w('account_email_submit') }).click()
        await expect(codeField(page, w)).toBeVisible()
      },
    },
  ])
})

test.describe('A user whose session has ended', () => {
  test.beforeEach(({ newReader }) => newReader().then(() => undefined))
  testScreens([
    {
      name: 'The question to sign in again',
      path: '/app/account?state=change-name',
      tag: '@phone',
      act: async (page, w) => {
        await page.context().clearCookies({ name: /session_token/ })
        await page.getByRole('button', { name: w('account_name_submit') }).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: w('account_reauthenticate_send') })
          .click()
        await expect(codeField(page, w)).toBeVisible()
      },
    },
  ])
})

test.describe('A manager', () => {
  test.use({ person: 'admin' })
  testScreens([
    { name: 'The dashboard', path: '/manager/dashboard' },
    {
      name: 'The account of a manager',
      path: '/manager/account',
      tag: '@phone',
      next: [
        {
          name: 'The form of a key',
          tag: '@phone',
          act: async (page, w) => {
            await page.getByRole('button', { name: w('account_key_new') }).click()
            await page.getByLabel(w('account_key_scopes_choose')).check()
            await page.getByRole('button', { name: w('account_key_create') }).click()
            await expect(page.getByRole('alert')).toHaveText(w('name_required'))
          },
        },
      ],
    },
    { name: 'The page that asks where to', path: '/home', tag: '@phone' },
  ])
})

test.describe('A manager with keys', () => {
  test.use({ person: 'admin' })
  test.beforeEach(async ({ dataDir }, { parallelIndex }) => {
    await setKeys(dataDir, adminOf(parallelIndex), KEYS)
    await makeSessionsFresh(dataDir)
  })
  testScreens([
    {
      name: 'The list of keys',
      path: '/manager/account',
      tag: '@desktop',
      act: async (page, w) => expect(page.getByText(w('account_keys_note'))).toBeVisible(),
    },
    {
      name: 'A new key',
      path: '/manager/account',
      tag: '@phone',
      act: async (page, w) => {
        await page.getByRole('button', { name: w('account_key_new') }).click()
        await page.getByRole('dialog').getByRole('textbox').fill('Website')
        await page.getByRole('button', { name: w('account_key_create') }).click()
        await expect(page.getByText(/^mkt_[\w-]{43}$/)).toBeVisible()
      },
    },
  ])
})
