import { expect, test } from 'vitest'
import { m } from '#i18n/paraglide/messages.js'
import { AppError, forbidden, notFound } from '#lib/app-error.ts'
import { errorTitle, pageTitle } from './page-title.ts'

const settings = (name: string | null, emoji: string | null) => ({ settings: { hint: { name, emoji } } })

test('The title begins with what the environment is marked by, where it is', () => {
  expect(pageTitle('Books', settings('test', '🧪'))).toBe('🧪 Books · Maktaba')
  expect(pageTitle('Books', settings('test', null))).toBe('test Books · Maktaba')
  expect(pageTitle('Books', settings(null, null))).toBe('Books · Maktaba')
  expect(pageTitle('Error', {})).toBe('Error · Maktaba')
})

test('A page that could not be shown is called by what went wrong', () => {
  expect(errorTitle(forbidden())).toBe(m.page_403_title())
  expect(errorTitle(notFound())).toBe(m.page_404_title())
  expect(errorTitle(new AppError({ code: 'UNKNOWN_ERROR', status: 500 }))).toBe(m.page_500_title())
  expect(errorTitle(new Error('Boom'))).toBe(m.page_unknown_title())
})
