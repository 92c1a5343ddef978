import type { Page } from '@playwright/test'
import { isolated } from '#base/i18n/isolated.ts'
import { addBook } from '../testing/books-api.ts'
import { runSql } from '../testing/database.ts'
import { newestMail } from '../testing/outbox.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { addPeople, newWord, SIGNED_OUT, makeUser, type TestUser } from '../testing/people.ts'
import { ADMIN } from '../testing/server.ts'
import { addSessions } from '../testing/sessions.ts'
import { documentAt } from './document.ts'
import { enter, expect, goOn, heading, open, openNext, rows, waitForHydration } from './test.ts'
import type { Words } from '../testing/words.ts'
import { toast } from './toasts.ts'

test.describe.configure({ mode: 'default' })

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const question = (page: Page) => page.getByRole('alertdialog')
const sessions = (page: Page, w: Words) =>
  page
    .getByRole('main')
    .locator('section', { hasText: w('user_sessions') })
    .getByRole('listitem')
const sessionsHeading = (page: Page, w: Words) => page.getByRole('heading', { name: w('user_sessions') })
const confirm = (page: Page, name: string) => question(page).getByRole('button', { name, exact: true }).click()

async function addOne(dataDir: string, more: Partial<TestUser> = {}): Promise<TestUser> {
  const one = makeUser(newWord(), more)
  await addPeople(dataDir, [one])
  return one
}

const pageOf = ({ id }: TestUser) => `/manager/users/${id}`

test('The page of a user says who that is and what was done', { tag: '@phone' }, async ({ page, w, dataDir }) => {
  const juma = await addOne(dataDir, { onboardedDays: 3 })
  await open(page, pageOf(juma))
  await expect(page).toHaveTitle(`${juma.name} · Maktaba`)
  await expect(heading(page)).toHaveText(juma.name)
  await expect(page.getByRole('main').getByText(juma.email)).toBeVisible()
  await expect(page.getByRole('definition').nth(1)).toHaveText(w('user_verified'))
  await expect(page.getByRole('definition').nth(2)).toHaveText(/^Onboarded \d+ \w+ \d{4}, \d\d:\d\d$/)
  await expect(page.getByRole('heading', { name: w('user_activity') })).toBeVisible()
  await expect(page.getByText(w('user_sessions_empty'))).toBeVisible()
})

test(
  'A former version of a user is restored by the keyboard',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir }) => {
    const juma = await addOne(dataDir)
    await open(page, pageOf(juma))
    const { origin } = new URL(page.url())
    const headers = { origin }
    const { id, name } = await (
      await page.request.post('/api/v1/users', {
        data: { name: `New ${juma.name}`, email: `new-${juma.email}` },
        headers,
      })
    ).json()
    const data = { version: 1, name: 'Somebody Else' }
    expect((await page.request.patch(`/api/v1/users/${id}`, { data, headers })).status()).toBe(200)
    await open(page, `/manager/users/${id}`)
    await expect(heading(page)).toHaveText('Somebody Else')
    await button(page, w('book_version_open')).press('Enter')
    await button(page, w('book_version_restore_all')).press('Enter')
    await expect(toast(page, w('book_version_restored'))).toBeVisible()
    await expect(heading(page)).toHaveText(name)
  },
)

test('A long word makes no page wider than the phone', { tag: ['@phone', '@slow'] }, async ({ page, dataDir }) => {
  const word = 'wanjiku.nyambura.achieng.kamau.wa.ngugi.of.the.library'
  const juma = await addOne(dataDir, { email: `${word}@library.nairobi.example` })
  const book = await addBook(page, { title: word, author: word, publisher: word })
  for (const path of [pageOf(juma), `/manager/books/${book.id}`, `/app/books/${book.id}`]) {
    await openNext(page, path)
    // Not `innerWidth`: a phone zooms out of a page that is too wide.
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(page.viewportSize()?.width)
  }
})

test(
  'A user who is not there has a page of their own, with status 404',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 404/)
    for (const end of ['', '/update']) {
      for (const id of ['nobody', '0199a000-0000-7000-8000-ffffffffffff'])
        expect([id, await documentAt(page, `/manager/users/${id}${end}`)]).toMatchObject([
          id,
          { status: 404, heading: w('user_not_found_title') },
        ])
      expect((await documentAt(page, `/manager/users/%00${end}`)).status).toBeLessThan(500)
    }
    expect(await open(page, '/manager/users/nobody/update')).toBe(404)
    await expect(heading(page)).toHaveText(w('user_not_found_title'))
    await expect(page.getByRole('navigation').first()).toBeAttached()
  },
)

test(
  'A question about one user is gone on the page of another, by whatever way one comes there',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, dataDir }) => {
    const [first, second] = [await addOne(dataDir), await addOne(dataDir)]
    await open(page, pageOf(first))
    await goOn(page, pageOf(second))
    await button(page, w('user_delete')).click()
    await expect(question(page)).toContainText(second.name)
    await page.goBack()
    await expect(heading(page)).toHaveText(first.name)
    await expect(question(page)).toHaveCount(0)
  },
)

test.describe('Sessions', () => {
  test(
    'are shown without tokens, and ended one by one or all at once',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir }) => {
      const juma = await addOne(dataDir)
      await addSessions(dataDir, juma.email)
      await open(page, pageOf(juma))
      await expect(sessions(page, w)).toHaveCount(4)
      const first = sessions(page, w).first()
      await expect(first).toContainText(/[\da-f]{4}·[\da-f]{4}/)
      await expect(first).toContainText(w('account_session_device', { browser: 'Chrome', system: 'Android' }))
      await expect(first).toContainText('41.90.64.12')
      await expect(first).toContainText(w('user_session_updated', { time: 'now' }))
      await expect(first).toContainText(w('user_session_expires', { time: 'in 30 days' }))
      await sessions(page, w).nth(1).getByRole('button').click()
      await expect(question(page)).toHaveAccessibleName(w('user_session_revoke_title', { device: 'Firefox on Linux' }))
      await expect(question(page).getByRole('button', { name: w('common_cancel') })).toBeFocused()
      await confirm(page, w('user_session_revoke'))
      await expect(toast(page, w('user_session_revoked'))).toBeVisible()
      await expect(sessions(page, w)).toHaveCount(3)
      await expect(sessionsHeading(page, w)).toBeFocused()
      await button(page, w('user_sessions_revoke')).click()
      await expect(question(page)).toHaveAccessibleName(w('user_sessions_revoke_title', { name: isolated(juma.name) }))
      await confirm(page, w('user_sessions_revoke'))
      await expect(toast(page, w('user_sessions_revoked'))).toBeVisible()
      await expect(page.getByText(w('user_sessions_empty'))).toBeVisible()
      await expect(sessionsHeading(page, w)).toBeFocused()
    },
  )
})

test.describe('A ban', () => {
  test(
    'with a reason and an end is mailed, shown, and lifted again',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir }) => {
      const juma = await addOne(dataDir)
      await addSessions(dataDir, juma.email)
      // From the second page on, times are in the zone of the visitor.
      await open(page, '/manager')
      await open(page, pageOf(juma))
      await button(page, w('user_ban')).click()
      const dialog = page.getByRole('dialog', { name: w('user_ban_title', { name: isolated(juma.name) }) })
      const ban = dialog.getByRole('button', { name: w('user_ban'), exact: true })
      await dialog.getByLabel(w('user_ban_reason')).fill('x'.repeat(201))
      await ban.click()
      await expect(dialog.getByRole('alert')).toHaveText(w('validation_string_max', { limit: 200 }))
      await dialog.getByLabel(w('user_ban_reason')).fill('Lost three books')
      await dialog.getByRole('radio', { name: w('user_ban_until_moment') }).check()
      await ban.click()
      await expect(dialog.getByRole('alert')).toHaveText(w('validation_required'))
      await dialog.getByLabel(w('user_ban_moment'), { exact: true }).fill('2020-01-01T10:00')
      await ban.click()
      await expect(dialog.getByRole('alert')).toContainText('Should not be before')
      await dialog.getByLabel(w('user_ban_moment'), { exact: true }).fill('2031-03-05T10:30')
      await page.keyboard.press('Escape')
      await page
        .getByRole('alertdialog', { name: w('unsaved_title') })
        .getByRole('button', { name: w('unsaved_stay') })
        .click()
      await expect(dialog.getByLabel(w('user_ban_reason'))).toHaveValue('Lost three books')
      await expect(dialog.getByLabel(w('user_ban_moment'), { exact: true })).toHaveValue('2031-03-05T10:30')
      await dialog.getByLabel(w('user_ban_reason')).press('Control+Enter')
      await expect(toast(page, w('user_ban_done', { name: isolated(juma.name) }))).toBeVisible()
      await expect(page.getByText(w('user_banned_until', { time: '5 Mar 2031, 10:30' }))).toBeVisible()
      await expect(button(page, w('user_unban'))).toBeFocused()
      await expect(page.getByText('Lost three books').first()).toBeVisible()
      await expect(page.getByText(w('user_sessions_empty'))).toBeVisible()
      await expect(page.getByText(w('user_impersonate_banned'))).toBeVisible()
      expect((await newestMail(juma.email, dataDir)).text).toContain('Lost three books')
      await button(page, w('user_unban')).click()
      await confirm(page, w('user_unban'))
      await expect(toast(page, w('user_unban_done', { name: isolated(juma.name) }))).toBeVisible()
      await expect(button(page, w('user_ban'))).toBeFocused()
      expect((await newestMail(juma.email, dataDir, 2)).subject).toBe(w('mail_unbanned_subject'))
    },
  )

  test(
    'is felt at the next request, and its reason is read',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir, browser, baseURL }) => {
      const juma = await addOne(dataDir)
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        storageState: SIGNED_OUT,
        locale: 'en-US',
      })
      const theirs = await context.newPage()
      await enter(theirs.context(), baseURL, { email: juma.email, dataDir })
      await open(theirs, '/app')
      await open(page, pageOf(juma))
      await button(page, w('user_ban')).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(w('user_ban_reason')).fill('Lost the books.')
      await dialog.getByRole('button', { name: w('user_ban'), exact: true }).click()
      await expect(button(page, w('user_unban'))).toBeVisible()
      await expect(page.getByRole('main').getByText(w('user_banned_forever'))).toBeVisible()
      // During a visit: the next link leads to the login, which shows the reason.
      await theirs.getByRole('link', { name: w('nav_books'), exact: true }).click()
      await expect(theirs).toHaveURL(/\/login/)
      await expect(theirs.getByText(w('error_BANNED_USER'))).toBeVisible()
      await expect(theirs.getByText('Lost the books.')).toBeVisible()
      await context.close()
    },
  )
})

test.describe('A deletion', () => {
  test(
    'names the person, tells them, and leads to the list',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, dataDir, watched }) => {
      watched.allow(/status of 404/)
      const juma = await addOne(dataDir)
      await open(page, pageOf(juma))
      await button(page, w('user_delete')).click()
      await expect(question(page)).toHaveAccessibleName(w('user_delete_title', { name: isolated(juma.name) }))
      await expect(question(page)).toContainText(w('user_delete_text', { email: isolated(juma.email) }))
      await confirm(page, w('common_cancel'))
      await expect(question(page)).toHaveCount(0)
      await button(page, w('user_delete')).click()
      await confirm(page, w('trash_move'))
      await expect(toast(page, w('user_deleted'))).toBeVisible()
      await expect(page).toHaveURL('/manager/users')
      await expect(page.getByText(juma.name)).toHaveCount(0)
      expect((await newestMail(juma.email, dataDir)).subject).toBe(w('mail_removed_subject'))
      expect((await page.goto(pageOf(juma)))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(w('user_trash_page_title'))
      await button(page, w('trash_restore')).press('Enter')
      await expect(toast(page, w('user_trash_restored', { count: 1, shown: '1' }))).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(juma.name)
      expect((await newestMail(juma.email, dataDir)).subject).toBe(w('mail_restored_subject'))
    },
  )

  test(
    'of whom another has deleted meanwhile says so, and leads to the list',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir, watched }) => {
      watched.allow(/status of 404/)
      const juma = await addOne(dataDir)
      await open(page, pageOf(juma))
      await runSql(dataDir, 'delete from "user" where id = $1', [juma.id])
      await button(page, w('user_delete')).click()
      await confirm(page, w('trash_move'))
      await expect(toast(page, w('user_gone_title'))).toContainText(w('user_gone_text'))
      await expect(page).toHaveURL('/manager/users')
      await expect(page.getByText(juma.name)).toHaveCount(0)
    },
  )
})

test.describe('Impersonation', () => {
  test(
    'asks for a reason, shows the library as that user sees it, ends by the banner, and is told to the user',
    { tag: ['@phone', '@slow'] },
    async ({ page, browser, baseURL, w, dataDir }) => {
      const juma = await addOne(dataDir)
      await open(page, pageOf(juma))
      await button(page, w('user_impersonate')).click()
      await confirm(page, w('user_impersonate'))
      await expect(question(page).getByText(w('validation_required'))).toBeVisible()
      await question(page).getByLabel(w('user_impersonate_reason')).fill('Asked for help')
      // The reason is sent: the browser does not ask whether to leave it behind.
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.type())
        void dialog.accept()
      })
      await confirm(page, w('user_impersonate'))
      await expect(page).toHaveURL('/app')
      await expect(heading(page)).toHaveText(w('home_greeting', { name: juma.name }))
      expect(asked).toEqual([])
      await waitForHydration(page)
      await page.getByRole('button', { name: w('impersonation_end') }).click()
      await expect(page).toHaveURL(pageOf(juma))
      await expect(heading(page)).toHaveText(juma.name)

      const theirs = await (
        await browser.newContext({ ...(baseURL && { baseURL }), storageState: SIGNED_OUT })
      ).newPage()
      await enter(theirs.context(), baseURL, { email: juma.email, dataDir })
      await open(theirs, '/app/account')
      const notice = theirs.getByRole('status').filter({ hasText: 'Asked for help' })
      await expect(notice).toBeVisible()
      await expect(theirs.getByRole('listitem').filter({ hasText: 'Asked for help' })).toBeVisible()
      await notice.getByRole('button', { name: w('sign_ins_notice_close') }).click()
      await expect(notice).toHaveCount(0)
      await open(theirs, '/app/account')
      await expect(theirs.getByRole('listitem').filter({ hasText: 'Asked for help' })).toBeVisible()
      await expect(notice).toHaveCount(0)
      await theirs.context().close()
    },
  )

  test('is not offered for an admin, with the reason', { tag: ['@phone', '@slow'] }, async ({ page, w, dataDir }) => {
    await open(page, pageOf(await addOne(dataDir, { role: 'admin' })))
    const impersonate = button(page, w('user_impersonate'))
    await expect(impersonate).toBeDisabled()
    await expect(impersonate).toHaveAccessibleDescription(w('user_impersonate_admin'))
    await impersonate.click({ force: true })
    await expect(question(page)).toHaveCount(0)
  })
})

test(
  'On the own page only the name can be changed, with an explanation',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    await open(page, `/manager/users?searchTerm=${ADMIN}`)
    // Another journey's second manager may be found as well.
    await rows(page)
      .filter({ has: page.getByText(ADMIN, { exact: true }) })
      .getByRole('link')
      .click()
    await expect(page.getByText(w('user_self_note'))).toBeVisible()
    for (const name of ['user_ban', 'user_delete', 'user_impersonate'] as const)
      await expect(button(page, w(name))).toHaveCount(0)
    await expect(sessions(page, w).first()).toContainText(w('account_session_current'))
    await page.getByRole('link', { name: w('user_edit') }).click()
    await expect(page.getByText(w('user_email_own'))).toBeVisible()
    await expect(page.getByRole('checkbox', { name: w('role_admin') })).toBeDisabled()
  },
)
