import { expect, test } from 'vitest'
import { withRetryAfter } from './error-response.server.ts'

test.each([
  [503, undefined, '10'],
  [503, '5', '5'],
  [500, undefined, null],
  [200, undefined, null],
])('an answer of %i with Retry-After %s is sent with %s', (status, given, expected) => {
  const headers = new Headers(given === undefined ? {} : { 'retry-after': given })
  expect(withRetryAfter(new Response('', { status, headers })).headers.get('retry-after')).toBe(expected)
})
