import { expect, test } from 'vitest'
import { isUpload } from './request-checks.server.ts'

test.each([
  ['POST', '/api/v1/imports', true],
  ['POST', '/api/v1/imports/', true],
  ['POST', '/api/v1/updates', true],
  ['GET', '/api/v1/imports', false],
  ['POST', '/api/v1/imports/01a1fc5f-3ab8-7e21-8c44-5b2f0d9e7a11/start', false],
  ['POST', '/api/v1/books', false],
  ['POST', '/imports', false],
])('%s %s is an upload: %s', (method, pathname, expected) => {
  expect(isUpload(method, pathname)).toBe(expected)
})
