import type { BrowserContext } from '@playwright/test'
import { testAreas } from './axe.ts'
import { areasWith } from '../testing/screens/list.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({
  GITHUB_CLIENT_ID: 'github-id',
  GITHUB_CLIENT_SECRET: 'github-secret',
  GOOGLE_CLIENT_ID: 'google-id',
  GOOGLE_CLIENT_SECRET: 'google-secret',
  // No server listens there.
  OIDC_ISSUER: 'http://127.0.0.1:1',
  OIDC_CLIENT_ID: 'oidc-id',
  OIDC_CLIENT_SECRET: 'oidc-secret',
  OIDC_NAME: 'the university',
}))
test.describe.configure({ mode: 'default' })

/** A page that replaces GitHub's. */
const standIn = (context: BrowserContext) =>
  context.route('https://github.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>GitHub</title><h1>GitHub</h1>' }),
  )

test(
  'Each configured provider has its button; the browser goes there, and comes back to a button that works',
  {
    tag: ['@phone', '@slow'],
  },
  async ({ page, context, w, watched }) => {
    watched.allow(/^left the site: https:\/\/github\.com\//)
    await standIn(context)
    await open(page, '/login?redirect=/app/books')
    const button = (provider: string) => page.getByRole('button', { name: w('login_continue_with', { provider }) })
    for (const provider of ['GitHub', 'Google', 'the university']) await expect(button(provider)).toBeVisible()
    // Right after the mail, before the ways beside them.
    await expect(page.getByRole('main').getByRole('button')).toHaveText([
      w('login_submit'),
      ...['GitHub', 'Google', 'the university'].map((provider) => w('login_continue_with', { provider })),
      w('login_passkey'),
    ])
    await button('GitHub').click()
    await expect(heading(page)).toHaveText('GitHub')
    const { pathname, searchParams } = new URL(page.url())
    expect(pathname).toBe('/login/oauth/authorize')
    expect(searchParams.get('client_id')).toBe('github-id')
    expect(searchParams.get('redirect_uri')).toMatch(/\/api\/auth\/callback\/github$/)
    await page.goBack()
    await expect(button('GitHub')).not.toHaveAttribute('aria-disabled')
    await button('GitHub').click()
    await expect(heading(page)).toHaveText('GitHub')
  },
)

test(
  'A provider that does not respond is reported in place',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 503/, /^503 from \S+\/api\/auth\/sign-in\/social$/)
    await open(page, '/login')
    const button = page.getByRole('button', { name: w('login_continue_with', { provider: 'the university' }) })
    await button.click()
    await expect(page.getByRole('alert')).toHaveText(w('error_PROVIDER_UNAVAILABLE'))
    await expect(button).not.toHaveAttribute('aria-disabled')
    await expect(page).toHaveURL('/login')
  },
)

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a provider is reached too', { tag: ['@phone', '@slow'] }, async ({ page, context, w, watched }) => {
    watched.allow(/^left the site: https:\/\/github\.com\//)
    await standIn(context)
    await page.goto('/login')
    await page.getByRole('button', { name: w('login_continue_with', { provider: 'GitHub' }) }).click()
    await expect(heading(page)).toHaveText('GitHub')
  })
})

test.describe('On a phone', { tag: '@phone' }, () => {
  testAreas(areasWith('login-providers'), test)
})
