import type { Page } from '@playwright/test'
import { settingsFor, startOidc, type OidcService } from '#test/sign-in/oidc-provider.ts'
import { testWith } from './own-server.ts'
import { dropCookies, expect, heading, nameField, newAddress, open } from './test.ts'
import type { Words } from '../testing/words.ts'

let oidc: OidcService
const own = testWith(async () => {
  oidc = await startOidc()
  return settingsFor(oidc)
})
const test = own.extend<{ atProvider: (email: string) => Promise<void> }>({
  // Adds an account at the provider.
  atProvider: async ({ watched }, use) => {
    watched.allow(new RegExp(`^left the site: ${oidc.issuer}/`))
    await use(async (email) => {
      oidc.people.clear()
      oidc.people.set(email, { sub: email, email, email_verified: true, name: 'Amina Khamis' })
    })
  },
})
test.describe.configure({ mode: 'default' })
test.afterAll(() => oidc.close())

const button = (page: Page, w: Words) =>
  page.getByRole('button', { name: w('login_continue_with', { provider: 'the university' }) })

/** Presses the provider's button on our page, and one on its page. */
async function goThrough(page: Page, w: Words, choice: string): Promise<void> {
  await button(page, w).click()
  await expect(heading(page)).toHaveText('The university')
  await page.getByRole('button', { name: choice }).click()
}

test(
  'A provider leads a new user to onboarding, and the next time into the app',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, atProvider }) => {
    await atProvider(newAddress())
    await open(page, '/login?redirect=/app/books?searchTerm=hugo')
    await goThrough(page, w, 'Continue as Amina Khamis')
    await expect(heading(page)).toHaveText(w('onboarding_title'))
    await expect(nameField(page, w)).toHaveValue('Amina Khamis')
    await page.getByRole('button', { name: w('onboarding_submit') }).click()
    await expect(page).toHaveURL('/app/books?searchTerm=hugo')
    await expect(heading(page)).toHaveText(w('books_title'))
    await dropCookies(page)
    await open(page, '/login')
    await goThrough(page, w, 'Continue as Amina Khamis')
    await expect(page).toHaveURL('/app')
    // With a session at the provider, it asks nothing.
    await dropCookies(page, 'better-auth.session_token')
    await open(page, '/login?redirect=/app/account')
    await button(page, w).click()
    await expect(page).toHaveURL('/app/account')
  },
)

test(
  'Who denies at the provider is told so, and leads back to the ways in',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, atProvider }) => {
    await atProvider(newAddress())
    await open(page, '/login')
    await goThrough(page, w, 'Deny')
    await expect(heading(page)).toHaveText(w('login_error_access_denied_title'))
    await expect(page.getByText(w('login_error_access_denied_text'))).toBeVisible()
    await page.getByRole('link', { name: w('login_error_back') }).click()
    await expect(page).toHaveURL('/login')
    await expect(button(page, w)).toBeVisible()
  },
)

test('An invalid callback shows its error', { tag: ['@phone', '@slow'] }, async ({ page, w }) => {
  await open(page, '/api/auth/callback/oidc?code=x&state=x')
  await expect(heading(page)).toHaveText(w('login_error_page_title'))
  await expect(page.getByText(w('error_INVALID_TOKEN'))).toBeVisible()
  await expect(page.getByRole('link', { name: w('login_error_back') })).toBeVisible()
})

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'a provider leads to the welcome, and the next time straight in',
    { tag: '@phone' },
    async ({ page, w, atProvider }) => {
      await atProvider(newAddress())
      await page.goto('/login?redirect=/app/books')
      await goThrough(page, w, 'Continue as Amina Khamis')
      await expect(heading(page)).toHaveText(w('onboarding_title'))
      await expect(nameField(page, w)).toHaveValue('Amina Khamis')
      await page.getByRole('button', { name: w('onboarding_submit') }).click()
      await expect(page).toHaveURL('/app/books')
      // From the form by three redirects back here: form-action forbids none of them.
      await dropCookies(page, 'better-auth.session_token')
      await page.goto('/login?redirect=/app/books')
      await button(page, w).click()
      await expect(page).toHaveURL('/app/books')
      await expect(heading(page)).toHaveText(w('books_title'))
    },
  )

  test('a denial at the provider is reported', { tag: ['@phone', '@slow'] }, async ({ page, w, atProvider }) => {
    await atProvider(newAddress())
    await page.goto('/login')
    await goThrough(page, w, 'Deny')
    await expect(heading(page)).toHaveText(w('login_error_access_denied_title'))
  })
})
