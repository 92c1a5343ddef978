import { expect, test } from 'vitest'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { inRequest } from '#test/callers.ts'
import { useEnv } from '#test/env.ts'
import { giveKey } from './corner-key.server.ts'

useEnv({ BASE_URL: 'https://library.example.org' })

test('over https the cookie of the key is for no other host and no plain connection', () => {
  const given = inRequest(() => {
    giveKey('x')
    return requestContext().cookies
  })
  expect(given).toEqual([expect.stringMatching(/^__Host-maktaba-corner=x; .*; HttpOnly; Secure; SameSite=Strict$/)])
})
