import { documentAt } from './document.ts'
import { enter, expect, heading, nameField, newAddress, open, test } from './test.ts'

test.beforeEach(async ({ page, context, baseURL, dataDir, w }) => {
  await enter(context, baseURL, { email: newAddress(), dataDir })
  await open(page, '/onboarding')
  await expect(heading(page)).toHaveText(w('onboarding_title'))
})

test(
  'The welcome cannot be skipped, and continues to where the reader was going',
  { tag: '@phone' },
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

test('A missing, too long or unreadable name is reported in place', { tag: '@desktop' }, async ({ page, w }) => {
  const field = nameField(page, w)
  for (const { typed, text } of [
    { typed: '', text: w('name_required') },
    { typed: '   ', text: w('name_required') },
    { typed: 'a'.repeat(101), text: w('validation_string_max', { limit: 100 }) },
    { typed: 'Ami\u0000na', text: w('name_invalid') },
  ]) {
    await field.fill(typed)
    await page.getByRole('button', { name: w('onboarding_submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
  }
  await field.fill('إلياس O’Brien-Ngũgĩ 🦉')
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText(w('onboarding_success', { name: 'إلياس O’Brien-Ngũgĩ 🦉' }))
})

test(
  'When the name cannot be saved, a toast says so and the name stays',
  { tag: '@phone' },
  async ({ page, w, watched }) => {
    watched.allow(/ERR_FAILED/)
    await nameField(page, w).fill('Neema')
    await page.route('**/_serverFn/account.onboard*', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(page.getByText(w('onboarding_failure'))).toBeVisible()
    await expect(nameField(page, w)).toHaveValue('Neema')
    await page.unroute('**/_serverFn/account.onboard*')
    await page.getByRole('button', { name: w('onboarding_submit') }).click()
    await expect(heading(page)).toHaveText(w('onboarding_success', { name: 'Neema' }))
  },
)

test(
  'Without a connection the welcome says so, though the library of toasts is lost too',
  { tag: '@phone' },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await open(page, '/onboarding')
    await context.setOffline(true)
    await nameField(page, w).fill('Neema')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: w('onboarding_failure') })).toContainText(w('error_NETWORK'))
    await context.setOffline(false)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('onboarding_success', { name: 'Neema' }))
  },
)

test('Who came with the wrong account signs out again', { tag: '@desktop' }, async ({ page, w }) => {
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
