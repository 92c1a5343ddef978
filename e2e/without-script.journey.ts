import { words } from '../testing/words.ts'
import { codeField, emailField, expect, heading, newAddress, test } from './test.ts'

test.use({ javaScriptEnabled: false })

test('Sign-in works before the script has come', { tag: '@phone' }, async ({ page, w, codeFor }) => {
  const email = newAddress()
  await page.goto('/login?redirect=/app/books')
  await emailField(page, w).fill(email)
  await page.getByRole('button', { name: w('login_submit') }).click()
  await expect(heading(page)).toHaveText(w('verify_page_title'))
  await expect(page.getByText(email)).toBeVisible()
  await codeField(page, w).fill(await codeFor(email))
  await page.getByRole('button', { name: w('verify_submit') }).click()
  await expect(heading(page)).toHaveText(w('onboarding_title'))
  await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === '/app/books')
})

test(
  'Without script an invalid address and a wrong code are said in place, and what was typed is kept',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, codeFor }) => {
    await page.goto('/login')
    await emailField(page, w).fill('amina@example')
    await page.getByRole('button', { name: w('login_submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(w('email_invalid'))
    await expect(emailField(page, w)).toHaveValue('amina@example')
    const email = newAddress()
    await emailField(page, w).fill(email)
    await page.getByRole('button', { name: w('login_submit') }).click()
    const wrong = (await codeFor(email)) === '111111' ? '222222' : '111111'
    await codeField(page, w).fill(wrong)
    await page.getByRole('button', { name: w('verify_submit') }).click()
    await expect(page.getByRole('alert')).toHaveText(w('error_INVALID_OTP'))
    await expect(codeField(page, w)).toHaveValue(wrong)
    await page.getByRole('button', { name: w('verify_outbox_again') }).click()
    expect(await codeFor(email, 2)).toHaveLength(6)
    await expect(heading(page)).toHaveText(w('verify_page_title'))
  },
)

test('Without script a limit says how long it lasts', { tag: ['@phone', '@slow'] }, async ({ page, w, codeFor }) => {
  const email = newAddress()
  for (let count = 1; count <= 6; count++) {
    await page.goto('/login')
    await emailField(page, w).fill(email)
    await page.getByRole('button', { name: w('login_submit') }).click()
    if (count <= 5) await codeFor(email, count)
  }
  const [before = ''] = w('error_wait', { time: '|' }).split('|')
  await expect(page.getByRole('alert')).toContainText(before)
  await expect(page.getByRole('alert')).toHaveText(/\d:\d\d/)
  await expect(emailField(page, w)).toHaveValue(email)
})

test.describe('A reader without script', () => {
  test.use({ person: 'reader' })

  test('finds, searches and opens books', { tag: '@phone' }, async ({ page, w }) => {
    await page.goto('/app')
    await expect(page.getByRole('heading', { level: 2, name: w('home_new') })).toBeVisible()
    await page.getByRole('link', { name: w('home_all_books') }).click()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(20)
    await page.getByRole('link', { name: 'S', exact: true }).click()
    await expect(page).toHaveURL('/app/books?letter=S')
    await page.getByLabel(w('book_genre'), { exact: true }).selectOption(w('genre_poetry'))
    await page.getByRole('button', { name: w('books_show') }).click()
    await expect(heading(page)).toHaveText(w('genre_poetry'))
    await page.getByLabel(w('books_search_label')).fill('miserables')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'miserables' })).toBeVisible()
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
    await expect(heading(page)).toHaveText('Les Misérables')
    await expect(page.getByRole('button', { name: w('share_book') })).toBeHidden()
  })

  test(
    'goes on in a list, chooses a language and signs out',
    { tag: ['@phone', '@slow'] },
    async ({ page, w, newReader }) => {
      await newReader()
      await page.goto('/app/books')
      const rows = page.getByRole('main').getByRole('listitem')
      const first = (await rows.first().innerText()).split('\n')[0] ?? ''
      await page.getByRole('link', { name: w('list_load_more') }).click()
      await expect(page).toHaveURL(/[?&]after=/)
      await expect(rows).toHaveCount(20)
      await expect(rows.first()).not.toContainText(first)
      await page.getByRole('link', { name: w('books_from_beginning') }).click()
      await expect(rows.first()).toContainText(first)
      // A place that was made up.
      await page.goto('/app/books?after=nowhere')
      await expect(page).toHaveURL('/app/books')
      await expect(rows).toHaveCount(20)

      await page.goto('/app/account')
      // What only a script can do is not there.
      await expect(page.getByRole('link', { name: w('account_change_name') })).toBeHidden()
      await expect(page.locator('button[type=button]').filter({ visible: true })).toHaveCount(0)
      await page.getByLabel(w('language_label'), { exact: true }).selectOption('fr')
      await page.getByRole('button', { name: w('common_apply') }).click()
      await expect(page).toHaveURL('/app/account')
      await expect(heading(page)).toHaveText(words('fr')('account_title'))
      await page
        .getByRole('button', { name: words('fr')('account_sign_out') })
        .last()
        .click()
      await expect(page).toHaveURL('/login')
      await page.goto('/app')
      await expect(page).toHaveURL(/\/login/)
    },
  )
})
