import { expect, test } from 'vitest'
import type { AppError } from '#base/errors/app-error.ts'
import { checkedRequest } from './checked-request.server.ts'

/** The fields that reach better-auth, or the code and the fields of the refusal. */
const sent = (path: string, body: unknown): Promise<unknown> =>
  checkedRequest(
    new Request(`http://localhost:3000/api/auth${path}`, { method: 'POST', body: JSON.stringify(body) }),
    path,
  ).then(
    ({ fields }) => fields,
    ({ code, fields }: AppError) => [code, fields],
  )
const ID = '0199a4c2-7b1e-7000-8000-000000000001'
const OWNER = { proof: 'x9Zr', name: 'Amina', email: 'Amina@Example.org' }

test.each<[string, object, unknown]>([
  ['/sign-in/setup', { ...OWNER, role: 'user' }, { ...OWNER, email: 'amina@example.org' }],
  ['/sign-in/restore', { userId: ID }, { userId: ID }],
  ['/sign-in/card', { code: '7k3q-9xwd-m2th', token: 'x' }, { code: '7K3Q9XWDM2TH' }],
  ['/sign-in/card', { code: `${'-'.repeat(300)}7K3Q9XWDM2TH` }, ['CARD_INCOMPLETE', {}]],
  ['/delete-user', { callbackURL: '/' }, {}],
  ['/sign-in/setup', { ...OWNER, proof: 7 }, ['VALIDATION_ERROR', { proof: { key: 'validation_invalid' } }]],
  ['/sign-in/restore', {}, ['VALIDATION_ERROR', { userId: { key: 'validation_required' } }]],
  ['/sign-in/restore', { userId: 'x' }, ['VALIDATION_ERROR', { userId: { key: 'validation_invalid' } }]],
  [
    '/sign-in/restore',
    { userId: ID, phrase: 'x'.repeat(501) },
    ['VALIDATION_ERROR', { phrase: { key: 'validation_string_max', params: { limit: 500 } } }],
  ],
  [
    '/email-otp/send-verification-otp',
    { email: 'amina@example.org', type: 'forget-password' },
    ['VALIDATION_ERROR', { type: { key: 'validation_invalid' } }],
  ],
  [
    '/sign-in/email-otp',
    { email: 'amina', otp: '12' },
    ['INVALID_EMAIL', { email: { key: 'email_invalid' }, otp: { key: 'code_length', params: { limit: 6 } } }],
  ],
])('A body of %s is read, or refused at its fields (%#)', async (path, body, expected) => {
  expect(await sent(path, body)).toEqual(expected)
})
