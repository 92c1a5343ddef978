import { expect, test } from 'vitest'
import { securityText } from './security-text.server.ts'

test('security.txt names the address of CONTACT_EMAIL, and is valid for half a year', () => {
  const text = securityText('library@school.org', 'https://library.school.org') ?? ''
  expect(text).toContain('Contact: mailto:library@school.org\n')
  expect(text).toContain('Canonical: https://library.school.org/.well-known/security.txt\n')
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(180)
})

test('the default of CONTACT_EMAIL reaches no one, and is not named', () => {
  expect(securityText('hello@maktaba.example', 'http://localhost:3000')).toBeUndefined()
})
