import { expect, test } from 'vitest'
import { as, Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { sanitizedResponse } from './auth-response.server.ts'

useDatabase()

const FRENCH = { 'accept-language': 'fr' }

test('an error of better-auth has its code and a message in the language of the request', async () => {
  const caller = new Caller()
  const wrong = { email: 'ada@example.org', otp: '000000' }
  const request = (headers: Record<string, string>) =>
    caller.request('/api/auth/sign-in/email-otp', { body: wrong, headers })
  expect(await (await request(FRENCH)).json()).toEqual({
    code: 'INVALID_OTP',
    status: 400,
    message: expect.stringMatching(/code/),
  })
  const reader = await as('reader', { language: 'en' })
  const listed = await reader.request('/api/auth/admin/list-users', { headers: { ...FRENCH } })
  expect(await listed.json()).toMatchObject({
    code: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
    status: 403,
    message: expect.stringMatching(/^Vous/),
  })
})

test('an invalid name is an error of its field, with the limit', async () => {
  const reader = await as('reader')
  const answer = await reader.request('/api/auth/update-user', { body: { name: 'x'.repeat(101) } })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    {
      code: 'VALIDATION_ERROR',
      message: 'Name: Should have at most 100 characters',
      data: { fields: { name: 'validation_string_max' } },
    },
  ])
})

test.each([
  [429, {}, 'TOO_MANY_REQUESTS', /wait|again/i],
  [503, { code: 'SERVICE_UNAVAILABLE', message: 'SERVICE_UNAVAILABLE' }, 'SERVICE_UNAVAILABLE', / /],
  [400, { message: '[body.userId] Invalid input' }, 'VALIDATION_ERROR', /^userId: Invalid input$/],
  [400, { code: 'SOMETHING_NEW', message: 'Said by better-auth' }, 'SOMETHING_NEW', /^Said by better-auth$/],
  [500, null, 'UNKNOWN_ERROR', /wrong/],
])('A refusal %d with the body %j has a code and a sentence', async (status, body, code, sentence) => {
  const answer = await sanitizedResponse(Response.json(body, { status }))
  expect(await answer.json()).toMatchObject({ code, status, message: expect.stringMatching(sentence) })
})

test.each(['/sign-out', '/revoke-sessions', '/revoke-other-sessions'])('POST %s needs no body', async (path) => {
  const reader = await as('reader')
  expect((await reader.request(`/api/auth${path}`, { method: 'POST' })).status).toBe(200)
})
