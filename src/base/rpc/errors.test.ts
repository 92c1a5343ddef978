import { ORPCError } from '@orpc/server'
import { APIError } from 'better-auth/api'
import { expect, test } from 'vitest'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { fromThrown } from '#base/errors/local-error.ts'
import { toAppError } from './errors.server.ts'

test('an error of ours stays as it is', () => {
  const error = createError('VALIDATION_ERROR', { fields: { title: { key: 'title_required' } } })
  expect(toAppError(error)).toEqual({ error, isKnown: true })
  expect(createError('RESOURCE_NOT_ALLOWED', { resource: 'book' }).message).toBe(
    'unauthorized to access resource "book"',
  )
})

test('one of better-auth keeps code and status', () => {
  const { error, isKnown } = toAppError(
    new APIError('FORBIDDEN', { code: 'BANNED_USER', message: 'You have been banned from this application' }),
  )
  expect([isKnown, error]).toMatchObject([
    true,
    { code: 'BANNED_USER', status: 403, message: 'You have been banned from this application' },
  ])
  expect(toAppError(new APIError('INTERNAL_SERVER_ERROR', { message: 'secret' }))).toMatchObject({
    isKnown: false,
    error: { status: 500 },
  })
})

test('one of oRPC keeps its code below 500', () => {
  expect(toAppError(new ORPCError('NOT_FOUND'))).toMatchObject({
    isKnown: true,
    error: { code: 'NOT_FOUND', status: 404 },
  })
  expect(toAppError(new ORPCError('BAD_REQUEST'))).toMatchObject({
    isKnown: true,
    error: { code: 'VALIDATION_ERROR', status: 400 },
  })
  expect(toAppError(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'secret' }))).toMatchObject({
    isKnown: false,
    error: { code: 'UNKNOWN_ERROR', status: 500, message: 'Something went wrong' },
  })
})

test.each([
  new Error('secret'),
  'secret',
  null,
  undefined,
  { code: 'BOOK_TAKEN', status: 409 },
  Object.assign(new Error('secret'), { constraint: 'nobody_knows' }),
])('an unknown error has no details: %j', (thrown) => {
  const { error, isKnown } = toAppError(thrown)
  expect(isKnown).toBe(false)
  expect(error).toBeInstanceOf(AppError)
  expect(JSON.stringify(error)).toBe(
    '{"code":"UNKNOWN_ERROR","status":500,"message":"Something went wrong","fields":{}}',
  )
})

test('in the browser a missing response becomes NETWORK', () => {
  expect(fromThrown(new TypeError('Failed to fetch'))).toMatchObject({ code: 'NETWORK', status: 0 })
  expect(fromThrown(new Error('x'))).toMatchObject({ code: 'UNKNOWN_ERROR', status: 500 })
  const error = createError('NOT_FOUND')
  expect(fromThrown(error)).toBe(error)
  expect(new AppError(error.toJSON())).toEqual(error)
})
