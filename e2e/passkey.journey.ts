import type { Page } from '@playwright/test'
import { faultsOf } from './axe.ts'
import { addAuthenticator } from './authenticator.ts'
import { mailsTo } from '../testing/outbox.ts'
import { testWith } from './own-server.ts'
import { ADMIN } from '../testing/server.ts'
import { makeSessionsStale } from '../testing/sessions.ts'
import { codeField, dropCookies, emailField, enter, expect, heading, open, test, waitForHydration } from './test.ts'
import type { Words } from '../testing/words.ts'

const panel = (page: Page, w: Words) => page.getByRole('main').locator('section', { hasText: w('passkeys_text') })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function signOut(page: Page, w: Words): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: w('account_sign_out'), exact: true })
    .first()
    .click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: w('account_sign_out'), exact: true })
    .click()
  await expect(heading(page)).toHaveText(w('login_title'))
  await waitForHydration(page)
}

test(
  'A passkey is added, signs in with one press and from the field, and is removed',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, newReader, dataDir, watched }) => {
    watched.allow(/status of 403/)
    const email = await newReader()
    await open(page, '/app/account')
    // On the page that is open: a navigation to another process may lose what was added before it.
    const device = await addAuthenticator(page)
    await expect(panel(page, w)).toContainText(w('passkeys_empty'))
    await button(page, w('passkey_add')).click()
    await expect(panel(page, w).getByRole('listitem')).toHaveCount(1)
    expect(await device.credentials()).toHaveLength(1)
    expect((await mailsTo(email, dataDir)).at(-1)?.subject).toBe(w('mail_passkey_added_subject'))
    await button(page, w('passkey_rename_one', { name: w('passkey_unnamed') })).click()
    await page.getByRole('dialog').getByLabel(w('onboarding_name_label'), { exact: true }).fill('My phone')
    await button(page, w('account_name_submit')).click()
    await expect(panel(page, w).getByRole('listitem')).toContainText('My phone')
    expect(await faultsOf(page)).toEqual([])

    await device.setPresent(false)
    await signOut(page, w)
    await device.setPresent(true)
    await button(page, w('login_passkey')).click()
    await expect(page).toHaveURL(/\/app$/)

    // The browser suggests it at the field, where the device confirms its user as soon as it is asked.
    await open(page, '/app/account')
    await device.setPresent(false)
    await signOut(page, w)
    await expect(emailField(page, w)).toHaveAttribute('autocomplete', 'username webauthn')
    // Leaves first: this page would use it too.
    await page.goto('about:blank')
    await device.setPresent(true)
    // The button, pressed while that passkey is being verified, asks for no second one.
    const verifications: string[] = []
    await page.route('**/passkey/verify-authentication', async (route) => {
      verifications.push(route.request().url())
      await button(page, w('login_passkey')).click()
      await route.continue()
    })
    await page.goto('/login')
    await expect(page).toHaveURL(/\/app$/)
    expect(verifications).toHaveLength(1)
    await page.unrouteAll()

    // Removing it needs a recent reauthentication, which the passkey gives.
    await makeSessionsStale(dataDir, email)
    await open(page, '/app/account')
    await button(page, w('passkey_remove_one', { name: 'My phone' })).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('passkey_remove'), exact: true })
      .click()
    await button(page, w('passkey_use')).click()
    await expect(panel(page, w)).toContainText(w('passkeys_empty'))
    await expect(codeField(page, w)).toHaveCount(0)
  },
)

const testRequired = testWith(async () => ({ REQUIRE_PASSKEY: 'admins' }))

testRequired(
  'Managers add a passkey before they manage, use it after a code, and replace a lost one',
  { tag: ['@desktop', '@slow'] },
  async ({ page, context, baseURL, w, dataDir, watched }) => {
    watched.allow(/status of 403/)
    const device = await addAuthenticator(page)
    const signIn = async () => {
      await dropCookies(page)
      await device.setPresent(false)
      await enter(context, baseURL, { email: ADMIN, name: 'Amina', dataDir })
      await open(page, '/manager/users')
    }
    await signIn()
    await expect(heading(page)).toHaveText(w('passkey_required_title'))
    await expect(page.getByRole('main')).toContainText(w('passkey_required_add'))
    await device.setPresent(true)
    await button(page, w('passkey_add')).click()
    await expect(heading(page)).toHaveText(w('nav_users'))

    // A code alone no longer lets in.
    await signIn()
    await expect(page.getByRole('main')).toContainText(w('passkey_required_use'))
    expect(await faultsOf(page)).toEqual([])
    await device.setPresent(true)
    await button(page, w('passkey_use')).click()
    await expect(heading(page)).toHaveText(w('nav_users'))

    await device.clear()
    await signIn()
    await button(page, w('passkey_lost')).click()
    await button(page, w('passkey_lost_action')).click()
    await expect(page.getByRole('main')).toContainText(w('passkey_required_add'))
    await device.setPresent(true)
    await button(page, w('passkey_add')).click()
    await expect(heading(page)).toHaveText(w('nav_users'))
    expect((await mailsTo(ADMIN, dataDir)).map(({ subject }) => subject)).toContain(w('mail_passkey_removed_subject'))
  },
)
