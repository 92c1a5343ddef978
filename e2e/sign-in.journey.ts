import { askForCode, codeField, emailField, expect, heading, nameField, newAddress, open, test } from './test.ts'

test('A visitor signs in with a code from the mail, is welcomed, and browses', async ({ page, w, codeFor }) => {
  const email = newAddress('amina')
  await open(page, '/')
  await expect(page).toHaveURL('/login')
  await emailField(page, w).fill(email)
  await page.getByRole('button', { name: w('login_submit') }).click()
  await expect(heading(page)).toHaveText(w('verify_title'))
  await expect(page.getByText(email)).toBeVisible()
  await codeField(page, w).fill(await codeFor(email))
  await expect(heading(page)).toHaveText(w('onboarding_title'))
  await nameField(page, w).fill('Amina')
  await page.getByRole('button', { name: w('onboarding_submit') }).click()
  await expect(page.getByText(w('onboarding_success', { name: 'Amina' }))).toBeVisible()
  await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
  await page.getByRole('link', { name: w('home_all_books') }).click()
  await expect(heading(page)).toHaveText(w('books_title'))
  const first = page.getByRole('main').getByRole('listitem').first()
  const title = await first.getByRole('link').locator('> span').nth(1).innerText()
  await first.getByRole('link').click()
  await expect(heading(page)).toHaveText(title)
})

test('Who has been here before is not welcomed twice', async ({ page, context, w, newReader, signIn }) => {
  const email = await newReader('Baraka')
  await context.clearCookies()
  await signIn(email)
  await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Baraka' }))
})

test(
  'An address is the same in capitals and with spaces around it',
  { tag: '@desktop' },
  async ({ page, w, codeFor }) => {
    const email = newAddress()
    await open(page, '/login')
    await emailField(page, w).fill(` ${email.toUpperCase()} `)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('verify_title'))
    expect(await codeFor(email)).toMatch(/^\d{6}$/)
  },
)

const WRONG = [
  { typed: '', key: 'email_required' },
  { typed: 'amina', key: 'email_invalid' },
  { typed: 'amina@example', key: 'email_invalid' },
  { typed: 'amina@example..org', key: 'email_invalid' },
  { typed: 'amina juma@example.org', key: 'email_invalid' },
  { typed: `${'a'.repeat(250)}@example.org`, key: 'email_invalid' },
] as const

test('An empty or malformed email is said in place, with the focus in the field and the text kept', async ({
  page,
  w,
}) => {
  await open(page, '/login')
  const field = emailField(page, w)
  for (const { typed, key } of WRONG) {
    await field.fill(typed)
    await page.getByRole('button', { name: w('login_submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(w(key))
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(w(key))
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(typed)
  }
  await expect(page).toHaveURL('/login')
  await field.fill('amina@')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test(
  'When no answer comes, the login says so and keeps the address',
  { tag: '@phone' },
  async ({ page, context, w, watched }) => {
    watched.allow(/ERR_INTERNET_DISCONNECTED/)
    await open(page, '/login')
    await context.setOffline(true)
    await emailField(page, w).fill('amina@example.org')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText(w('error_NETWORK'))
    await expect(emailField(page, w)).toHaveValue('amina@example.org')
    await expect(emailField(page, w)).toBeFocused()
  },
)

test('A double press on the button asks for one code', { tag: '@desktop' }, async ({ page, w, codeFor }) => {
  const email = newAddress()
  await open(page, '/login')
  await emailField(page, w).fill(email)
  let asked = 0
  page.on('request', (request) => (asked += request.url().includes('send-verification-otp') ? 1 : 0))
  await page.getByRole('button', { name: w('login_submit') }).dblclick()
  await expect(heading(page)).toHaveText(w('verify_title'))
  await codeFor(email)
  expect(asked).toBe(1)
})

test('The way back from the code leads to the address, and forward again', { tag: '@phone' }, async ({ page, w }) => {
  const email = newAddress()
  await askForCode(page, { email })
  await page.getByRole('link', { name: w('common_back') }).click()
  await expect(heading(page)).toHaveText(w('login_title'))
  await page.goBack()
  await expect(heading(page)).toHaveText(w('verify_title'))
  await expect(page.getByText(email)).toBeVisible()
})
