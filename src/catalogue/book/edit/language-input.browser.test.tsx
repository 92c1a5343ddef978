import { QueryClient, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatLanguage, setLanguageNames } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { renderPage } from '#test/render-page.tsx'
import { languageSchema } from '../book-fields.schema.ts'
import { BOOK_LANGUAGES_KEY, ALL_LANGUAGES_KEY, languageNamesIn } from '../filter/language-names.ts'
import { LanguageInput } from './book-detail-inputs.tsx'

vi.mock('./book-edit.data.ts', () => ({}))
vi.mock('#catalogue/genre/shared/use-genre-creation.tsx', () => ({}))
vi.mock('#catalogue/genre/genre.data.ts', () => ({}))
vi.mock('./language-names.data.ts', () => ({
  otherLanguageNamesQuery: queryOptions({
    queryKey: ['languages', 'others'],
    queryFn: () => ({ luy: ['kiluyia', 'luyia', 'اللويا'] }),
  }),
}))

const client = new QueryClient()

beforeEach(() => {
  // As Chrome's, which names 148 of the languages, and none of East Africa but Swahili.
  vi.spyOn(Intl.DisplayNames.prototype, 'of').mockImplementation((code) => code)
  client.clear()
  client.setQueryData(ALL_LANGUAGES_KEY, { ki: 'Kikuyu', kam: 'Kamba', luy: 'Luyia', kab: 'Kabyle', sw: 'Swahili' })
  setLanguageNames(languageNamesIn(client))
})

function Field() {
  const [value, setValue] = useState<string | null>(null)
  return (
    <>
      <LanguageInput
        name="language"
        label={m.book_language()}
        className=""
        value={value}
        isOptional
        last={undefined}
        onChange={setValue}
        error={undefined}
        autoFocus={false}
        readOnly={false}
      />
      <output>{value}</output>
    </>
  )
}

test.each([
  ['kikuyu', 'Kikuyu', 'ki'],
  ['kamba', 'Kamba', 'kam'],
  ['kabyle', 'Kabyle', 'kab'],
  ['Kiluyia', 'Luyia', 'luy'],
  ['kik', 'Kikuyu', 'ki'],
])('typing %s offers %s, whatever names the browser knows', async (typed, name, code) => {
  await renderPage(<Field />)
  const field = page.getByRole('combobox', { name: m.book_language() })
  await userEvent.fill(field, typed)
  await userEvent.click(page.getByRole('option', { name }))
  await expect.element(page.getByRole('status').filter({ hasText: code })).toBeInTheDocument()
  await expect.element(field).toHaveValue(name)
  expect(languageSchema.safeParse(code)).toMatchObject({ success: true, data: code })
})

test('readers have the names of the languages that the library has; of an unknown one its code is shown', () => {
  client.clear()
  client.setQueryData(BOOK_LANGUAGES_KEY, { ki: 'Kikikuyu' })
  expect([formatLanguage('ki'), formatLanguage('kam')]).toEqual(['Kikikuyu', 'kam'])
})
