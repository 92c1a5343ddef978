import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import { LoginErrorPage } from './login-error-page.tsx'
import { labelledValues } from '#test/labelled.ts'

// The page alone, without the router that links ask for.
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

const shown = (error: string | undefined) => renderToStaticMarkup(<LoginErrorPage error={error} />)

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

  test.each(
    labelledValues([
      undefined,
      '',
      'state_mismatch',
      'nonsense',
      '<script>',
      'constructor',
      'toString',
      '__proto__',
      'x'.repeat(10_000),
    ]),
  )('is that of an unknown error for %s', (_, error) => {
    expect(shown(error)).toBe(shown('unknown_error'))
  })
})
