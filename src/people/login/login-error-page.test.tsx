import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { m } from '#base/i18n/paraglide/messages.js'
import { LoginErrorPage } from './login-error-page.tsx'
import { explainSignInError } from './login-error.server.ts'
import { labelledValues } from '#test/labelled.ts'

// Replaces the router's links, which need a router.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

const shown = (error: string) => renderToStaticMarkup(<LoginErrorPage {...explainSignInError(error)} />)

describe('the page of a failed sign-in', () => {
  // Section 8 of the specification, word for word.
  test.each([
    ['signup_disabled', 'Account not found', 'You need an account to login'],
    ['access_denied', 'Access Denied', 'Not able to login, please try again'],
    ['unknown_error', 'Something went wrong', 'Failed to login, please try again'],
    ['BANNED_USER', 'Access Denied', 'You have been banned from this application'],
  ])('says for %s: %s', (error, title, text) => {
    expect(shown(error)).toContain(title)
    expect(shown(error)).toContain(text)
  })

  // Codes of better-auth, of providers and of Maktaba.
  test.each([
    ['email_not_found', m.error_USER_EMAIL_NOT_FOUND],
    ['account_not_linked', m.error_LINKING_NOT_ALLOWED],
    ['state_mismatch', m.error_INVALID_TOKEN],
    ['state_not_found', m.error_INVALID_TOKEN],
    ['unable_to_get_user_info', m.error_FAILED_TO_GET_USER_INFO],
    ['email_not_verified', m.error_EMAIL_NOT_VERIFIED],
    ['oauth_provider_not_found', m.error_PROVIDER_NOT_FOUND],
    ['temporarily_unavailable', m.error_PROVIDER_UNAVAILABLE],
    ['invalid_scope', m.error_INVALID_OAUTH_CONFIGURATION],
  ])('has the sentence of the error code for %s', (error, sentence) => {
    expect(shown(error)).toContain(sentence())
    expect(shown(error)).toContain(m.login_error_page_title())
    expect(shown(error)).not.toContain(m.login_error_unknown_error_text())
  })

  test.each(
    labelledValues([
      '',
      'nonsense',
      'UNKNOWN_ERROR',
      '<script>',
      'constructor',
      'toString',
      '__proto__',
      'x'.repeat(10_000),
    ]),
  )('is the one of an unknown error for %s', (_, error) => {
    expect(shown(error)).toBe(shown('unknown_error'))
  })
})
