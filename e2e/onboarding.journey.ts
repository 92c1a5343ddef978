import { documentAt } from './document.ts'
import { enter, expect, heading, nameField, newAddress, open, test } from './test.ts'

test.beforeEach(async ({ page, context, baseURL, dataDir, w }) => {
  await enter(context, baseURL, { email: newAddress(), dataDir })
  await open(page, '/onboarding')
  await expect(heading(page)).toHaveText(w('onboarding_title'))
})

test(
  'The welcome cannot be skipped, and continues to where the reader was going',
  { tag: ['@phone', '@slow'] },
  async ({ page, w }) => {
    for (const path of ['/app', '/app/account', '/home', '/manager'])
      expect([path, (await documentAt(page, path)).heading]).toEqual([path, w('onboarding_title')])
    await open(page, '/app/books?searchTerm=hugo')
    await expect(heading(page)).toHaveText(w('onboarding_title'))
    // An iPhone zooms into fields with a smaller font.
    expect(await nameField(page, w).evaluate((field) => getComputedStyle(field).fontSize)).toBe('16px')
    await nameField(page, w).fill('  Neema  ')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/app/books?searchTerm=hugo')
    await expect(page.getByLabel(w('books_search_label'))).toHaveValue('hugo')
    await open(page, '/onboarding')
    await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Neema' }))
  },
)

test(
  'Without a connection the welcome says so, though the library of toasts is lost too',
  { tag: ['@phone', '@slow'] },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await open(page, '/onboarding')
    await context.setOffline(true)
    await nameField(page, w).fill('Neema')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: w('onboarding_failure') })).toContainText(w('error_NETWORK'))
    await context.setOffline(false)
    // The sentence is there a moment before the form can be sent again.
    await expect(page.locator('button[type=submit]')).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('onboarding_success', { name: 'Neema' }))
  },
)

test('Who came with the wrong account signs out again', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
  const signOut = { name: w('account_sign_out'), exact: true }
  await page.getByRole('main').getByRole('button', signOut).click()
  await page
    .getByRole('alertdialog', { name: w('account_sign_out_title') })
    .getByRole('button', signOut)
    .click()
  await expect(heading(page)).toHaveText(w('login_title'))
  await open(page, '/onboarding')
  await expect(heading(page)).toHaveText(w('login_title'))
})
