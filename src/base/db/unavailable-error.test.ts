import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createError } from '#base/errors/create-error.server.ts'
import { unavailableError, unavailableReason } from './unavailable-error.server.ts'

const coded = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  ['53100', 'its disk is full'],
  ['53300', 'it is out of connections'],
  ['25006', 'it takes no writes'],
  ['57P03', 'it cannot be reached (57P03)'],
  ['ECONNREFUSED', 'it cannot be reached (ECONNREFUSED)'],
])('%s is no fault of the request: %s', (code, reason) => {
  const wrapped = new DrizzleQueryError('select 1', [], coded(code))
  expect(unavailableReason(wrapped)).toBe(reason)
  expect(unavailableError(wrapped)).toMatchObject({ status: 503, retryAfter: 5 })
})

test('what the pool refuses keeps its status inside the wrapper of the query', () => {
  const refused = createError('TEMPORARILY_UNAVAILABLE', { retryAfter: 5 })
  expect(unavailableError(new DrizzleQueryError('select 1', [], refused))).toMatchObject({ status: 503, retryAfter: 5 })
})

test('any other error is one', () => {
  for (const error of [coded('42601'), coded('23505'), new Error('no'), createError('NOT_FOUND'), undefined])
    expect(unavailableError(error)).toBeUndefined()
})
