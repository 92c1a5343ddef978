import type { Page } from '@playwright/test'
import { testAreas } from './axe.ts'
import { areasWith } from '../testing/screens/list.ts'
import { testWith } from './own-server.ts'
import { addSessions } from '../testing/sessions.ts'
import { PHONE } from './sizes.ts'
import { expect, heading, waitForHydration, nameField, open, rows } from './test.ts'
import type { Words } from '../testing/words.ts'

const test = testWith(async () => ({
  DEMO: 'true',
  STARTER_COMMAND: 'npm create library@latest',
  CONTACT_EMAIL: 'makers@example.org',
}))
test.describe.configure({ mode: 'default' })

const demo = (page: Page, w: Words) => page.getByRole('dialog', { name: w('demo_title') })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function enter(
  page: Page,
  w: Words,
  path: string,
  person: 'login_demo_reader' | 'login_demo_manager' = 'login_demo_reader',
): Promise<void> {
  await open(page, `/login?redirect=${encodeURIComponent(path)}`)
  await button(page, w(person)).click()
  await expect(page).toHaveURL(path)
  // Behind a dialog it has no role.
  await expect(page.locator('h1')).toHaveText(w('account_title'))
  await waitForHydration(page)
}

test.beforeEach(({ watched }) => watched.allow(/status of 403/))

test(
  'A form that was opened by its address says at its button why not, and keeps what was typed',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await enter(page, w, '/app/account?state=change-name')
    await nameField(page, w).fill('Neema')
    await page.keyboard.press('Enter')
    await expect(demo(page, w)).toHaveAccessibleName('Demo Mode')
    await expect(demo(page, w)).toHaveAccessibleDescription('This is a read-only demo, this action is disabled.')
    await expect(demo(page, w).getByText('npm create library@latest', { exact: true })).toBeVisible()
    const contact = demo(page, w).getByRole('link', { name: 'makers@example.org' })
    await expect(contact).toHaveAttribute('href', 'mailto:makers@example.org')
    await expect(demo(page, w).locator(':focus')).toHaveCount(1)
    // No additional toast.
    await expect(page.getByText(w('account_name_failed'))).toHaveCount(0)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () =>
        demo(page, w)
          .getByRole('button', { name: w('common_close') })
          .first()
          .click(),
      () => page.mouse.click(5, 5),
    ]) {
      await close()
      await expect(demo(page, w)).toHaveCount(0)
      await expect(nameField(page, w)).toHaveValue('Neema')
      await button(page, w('account_name_submit')).click()
      await expect(demo(page, w).locator(':focus')).toHaveCount(1)
    }
  },
)

/** Presses each button; only the Demo Mode dialog opens, before any input or confirmation, and closes. */
async function expectRefused(page: Page, w: Words, names: string[]): Promise<void> {
  const { pathname } = new URL(page.url())
  for (const name of names) {
    const opener = page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))
    await opener.first().click()
    await expect(demo(page, w).locator(':focus'), name).toHaveCount(1)
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')), name).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(demo(page, w), name).toHaveCount(0)
    await expect(page, name).toHaveURL(pathname)
  }
}

test('Every change of a manager is refused too, also by a key', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  await enter(page, w, '/manager/account', 'login_demo_manager')
  await expectRefused(page, w, [w('account_key_new')])
  await page
    .getByRole('navigation')
    .getByRole('link', { name: w('nav_books') })
    .click()
  await expect(heading(page)).toHaveText(w('books_title'))
  await expectRefused(page, w, [w('books_new')])
  await page.keyboard.press('n')
  await expect(demo(page, w).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.locator('a[data-row-key=open]').first().click()
  await expectRefused(page, w, [w('book_edit'), w('book_delete')])
  await page
    .getByRole('navigation')
    .getByRole('link', { name: w('nav_users') })
    .click()
  await expect(heading(page)).toHaveText(w('users_title'))
  await expectRefused(page, w, [w('users_new')])
  await rows(page).filter({ hasText: 'reader@example.com' }).getByRole('link').click()
  await expectRefused(page, w, [w('user_edit'), w('user_ban'), w('user_impersonate'), w('user_delete')])
})

test('The command can be copied', { tag: ['@desktop', '@slow'] }, async ({ page, context, w }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, w, '/app/account')
  await page.getByRole('link', { name: w('account_change_name') }).click()
  await demo(page, w)
    .getByRole('button', { name: w('account_version_copy') })
    .click()
  await expect(demo(page, w).getByRole('status')).toHaveText(w('demo_copied'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm create library@latest')
})

test(
  'Where no code can be had, an ended session is taken up again from another tab',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, w }) => {
    await enter(page, w, '/app/account?state=change-name')
    await nameField(page, w).fill('Neema')
    await context.clearCookies({ name: /session_token/ })
    const question = page.getByRole('alertdialog', { name: w('error_UNAUTHORIZED') })
    await page.evaluate(() => void dispatchEvent(new StorageEvent('storage', { key: 'session' })))
    await question.getByRole('button', { name: w('session_done') }).click()
    await expect(question.getByRole('alert')).toHaveText(w('session_not_yet'))
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      question.getByRole('link', { name: w('session_elsewhere') }).click(),
    ])
    await button(other, w('login_demo_reader')).click()
    await expect(heading(other)).toHaveText(w('home_greeting', { name: 'Juma Mwangi' }))
    await question.getByRole('button', { name: w('session_done') }).click()
    await expect(question).toHaveCount(0)
    await expect(nameField(page, w)).toHaveValue('Neema')
  },
)

// In this project too: a server for each size would take longer than all that is tried on it.
test.describe('On a phone', () => {
  test.use(PHONE)

  test(
    'Every change of the account is refused before anything is typed or confirmed',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir }) => {
      await addSessions(dataDir, 'reader@example.com')
      await enter(page, w, '/app/account')
      await page.getByRole('listitem').nth(1).getByRole('button').last().click()
      await expect(demo(page, w).locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expectRefused(page, w, [
        w('account_change_name'),
        w('account_change_email'),
        w('account_sessions_end'),
        w('account_delete'),
      ])
    },
  )

  test('It is not in the way of signing out', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await enter(page, w, '/app/account')
    await button(page, w('account_sign_out')).last().click()
    // No mail is sent in the demo.
    await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(w('account_sign_out_demo'))
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('account_sign_out') })
      .click()
    await expect(heading(page)).toHaveText(w('login_title'))
  })

  testAreas(areasWith('demo'), test)
})
