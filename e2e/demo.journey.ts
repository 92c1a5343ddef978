import { testAreas } from './axe.ts'
import { areasWith } from '../testing/screens/list.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'
import { words } from '../testing/words.ts'

const test = testWith(async () => ({ DEMO: 'true', CODES_PER_CLIENT: '10' }))
test.describe.configure({ mode: 'default' })

test('In the demo one enters as manager by a button', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, '/login')
  await expect(page.getByText(w('login_demo_intro'))).toBeVisible()
  // No mail is sent here, and no other address can sign in.
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByRole('button', { name: w('login_demo_manager') }).click()
  await expect(page).toHaveURL('/manager/dashboard')
  await expect(heading(page)).toHaveText(w('dashboard_title'))
})

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'one enters the demo as reader, where one wanted to go, and leaves it',
    { tag: ['@phone', '@slow'] },
    async ({ page, w }) => {
      await page.goto('/app/books?searchTerm=hugo')
      await expect(heading(page)).toHaveText(w('login_title'))
      await page.getByRole('button', { name: w('login_demo_reader') }).click()
      await expect(page).toHaveURL('/app/books?searchTerm=hugo')
      await expect(heading(page)).toHaveText(w('books_title'))
      await page.goto('/app/account')
      await page.getByLabel(w('language_label'), { exact: true }).selectOption('sw')
      await page.getByRole('button', { name: w('common_apply') }).click()
      await expect(heading(page)).toHaveText(words('sw')('account_title'))
      await page
        .getByRole('button', { name: words('sw')('account_sign_out') })
        .last()
        .click()
      await expect(page).toHaveURL('/login')
    },
  )
})

test(
  'Too many entries to the demo: the page counts down',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 429/)
    await open(page, '/login?redirect=/app/books')
    const headers = { origin: new URL(page.url()).origin }
    const enter = () => page.request.post('/api/auth/sign-in/demo', { data: { person: 'reader' }, headers })
    while ((await enter()).ok());
    await page.context().clearCookies()
    await page.getByRole('button', { name: w('login_demo_reader') }).click()
    const [before = ''] = w('error_wait', { time: '|' }).split('|')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(before)
    const first = await alert.textContent()
    await expect(alert).not.toHaveText(first ?? '')
    await expect(page.getByRole('button', { name: w('login_demo_manager') })).toBeEnabled()
  },
)

test.describe('On a phone', { tag: '@phone' }, () => {
  testAreas(areasWith('login-demo'), test)
})
