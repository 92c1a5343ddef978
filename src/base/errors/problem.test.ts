import { describe, expect, test } from 'vitest'
import { locales } from '#base/i18n/locale.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Problem } from '#base/i18n/problem-text.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import type { AppError } from './app-error.ts'
import { createError } from './create-error.server.ts'
import { problemOf } from './problem.server.ts'

const invalid = (fields: AppError['fields']) => createError('VALIDATION_ERROR', { fields })
const TOO_LONG: Problem = { key: 'validation_string_max', params: { limit: 500 } }

describe('the body of an error response', () => {
  test.each(locales)('names the field and its number in %s', (locale) => {
    const { message, data } = withLocale(locale, () => problemOf(invalid({ title: TOO_LONG })))
    expect(message.startsWith(withLocale(locale, () => m.book_title()))).toBe(true)
    expect(message).toContain('500')
    expect(data).toEqual({
      fields: { title: TOO_LONG.key },
      messages: { title: message.slice(message.indexOf(':') + 2) },
    })
  })

  test('does not name a field twice, nor one of no name', () => {
    expect(problemOf(invalid({ title: { key: 'title_required' } })).message).toBe('Title is required')
    expect(problemOf(invalid({ '': { key: 'validation_invalid' } })).message).toBe('Invalid input')
    expect(problemOf(invalid({})).message).toBe('Please check what you typed')
  })

  test('names at most three fields in its sentence, and all in `fields`', () => {
    const fields = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [name, { key: 'validation_unknown' } as const]),
    )
    const { message, data } = problemOf(invalid(fields))
    expect(message.split('; ')).toHaveLength(3)
    expect(Object.keys(data?.messages ?? {})).toEqual(['a', 'b', 'c', 'd'])
  })

  test('says how long a limit lasts, and only then', () => {
    expect(problemOf(createError('TOO_MANY_REQUESTS', { retryAfter: 62 })).message).toBe(
      'Too many attempts. Try again in 1:02.',
    )
    expect(problemOf(createError('TOO_MANY_REQUESTS')).message).toBe('Too many attempts. Please wait a moment.')
    expect(problemOf(createError('TEMPORARILY_UNAVAILABLE', { retryAfter: 5 })).message).not.toMatch(/5/)
  })

  test('keeps the sentence of a code that is more specific than its field’s', () => {
    const taken = createError('BOOK_TAKEN', { fields: { title: { key: 'title_taken' } } })
    expect(problemOf(taken)).toMatchObject({
      message: 'A book by this author already exist',
      data: { messages: { title: 'Title already used with the same author' } },
    })
  })
})
