import { expect, test, vi } from 'vitest'
import { m } from '#base/i18n/paraglide/messages.js'
import { createError } from '#base/errors/create-error.server.ts'
import { localError } from '#base/errors/local-error.ts'
import { errorTitle, pageTitle, titleHead } from './page-title.ts'

const match = (name: string | null, emoji: string | null) => ({
  context: { settings: { hint: { name, emoji } } },
  status: 'success',
})

test('The title begins with the mark of the environment, if it has one', () => {
  expect(pageTitle('Books', match('test', '🧪'))).toBe('🧪 Books · Maktaba')
  expect(pageTitle('Books', match('test', null))).toBe('test · Books · Maktaba')
  expect(pageTitle('Books', match(null, null))).toBe('Books · Maktaba')
  expect(pageTitle('Error', { context: {}, status: 'success' })).toBe('Error · Maktaba')
  const { context, ...rest } = match('test', null)
  const named = { context: { settings: { ...context.settings, libraryName: 'مكتبة النور' } }, ...rest }
  expect(pageTitle('Books', named)).toBe('test · Books · مكتبة النور · Maktaba')
})

test('A route is called as its loader says, else as its fallback', () => {
  const of = (loaderData: unknown, fallback?: () => string) =>
    titleHead(fallback)({ loaderData, match: match(null, null) }).meta[0]?.title
  expect(of({ title: 'Emma' }, () => 'No book')).toBe('Emma · Maktaba')
  for (const loaded of [undefined, null, {}, 'title']) expect(of(loaded, () => 'No book')).toBe('No book · Maktaba')
  expect(of(undefined)).toBe(' · Maktaba')
})

test('A page whose loader failed has its error as title', () => {
  const failed = {
    ...match('test', null),
    status: 'error',
    error: createError('RESOURCE_NOT_ALLOWED', { resource: 'book' }),
  }
  expect(pageTitle('Books', failed)).toBe(`test · ${m.page_403_title()} · Maktaba`)
})

test('Without a network the title says so; with one, a missing response is an error like any other', () => {
  const unanswered = localError('NETWORK')
  vi.stubGlobal('navigator', { onLine: false })
  expect(errorTitle(unanswered)).toBe(m.page_offline_title())
  expect(errorTitle(createError('NOT_FOUND'))).toBe(m.page_404_title())
  vi.stubGlobal('navigator', { onLine: true })
  expect(errorTitle(unanswered)).toBe(m.page_unknown_title())
  vi.unstubAllGlobals()
})

test('The title of a failed page says what went wrong', () => {
  expect(errorTitle(createError('FORBIDDEN'))).toBe(m.page_403_title())
  expect(errorTitle(createError('NOT_FOUND'))).toBe(m.page_404_title())
  expect(errorTitle(createError('UNKNOWN_ERROR'))).toBe(m.page_500_title())
  expect(errorTitle(new Error('Boom'))).toBe(m.page_unknown_title())
})
