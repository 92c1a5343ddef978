import { expect, test, vi } from 'vitest'
import { m } from '#i18n/paraglide/messages.js'
import { AppError, forbidden, notFound } from '#lib/app-error.ts'
import { errorTitle, pageTitle } from './page-title.ts'

const match = (name: string | null, emoji: string | null) => ({
  context: { settings: { hint: { name, emoji } } },
  status: 'success',
})

test('The title begins with what the environment is marked by, where it is', () => {
  expect(pageTitle('Books', match('test', '🧪'))).toBe('🧪 Books · Maktaba')
  expect(pageTitle('Books', match('test', null))).toBe('test · Books · Maktaba')
  expect(pageTitle('Books', match(null, null))).toBe('Books · Maktaba')
  expect(pageTitle('Error', { context: {}, status: 'success' })).toBe('Error · Maktaba')
})

test('A page whose loader failed has its error for a title, whatever it would be called', () => {
  const failed = { ...match('test', null), status: 'error', error: forbidden('book') }
  expect(pageTitle('Books', failed)).toBe(`test · ${m.page_403_title()} · Maktaba`)
})

test('Without a network a page says so; with one, no answer is an error like others', () => {
  const unanswered = new AppError({ code: 'NETWORK', status: 0 })
  vi.stubGlobal('navigator', { onLine: false })
  expect(errorTitle(unanswered)).toBe(m.page_offline_title())
  expect(errorTitle(notFound())).toBe(m.page_404_title())
  vi.stubGlobal('navigator', { onLine: true })
  expect(errorTitle(unanswered)).toBe(m.page_unknown_title())
  vi.unstubAllGlobals()
})

test('A page that could not be shown is called by what went wrong', () => {
  expect(errorTitle(forbidden())).toBe(m.page_403_title())
  expect(errorTitle(notFound())).toBe(m.page_404_title())
  expect(errorTitle(new AppError({ code: 'UNKNOWN_ERROR', status: 500 }))).toBe(m.page_500_title())
  expect(errorTitle(new Error('Boom'))).toBe(m.page_unknown_title())
})
