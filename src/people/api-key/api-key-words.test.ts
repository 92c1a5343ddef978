import { expect, test } from 'vitest'
import { BOOK_SCOPES, KEY_SCOPES, READING_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { newDraft, scopesOf } from './api-key-draft.ts'
import { scopesText } from './api-key-words.ts'

test('a new key reads books only', () => {
  expect(scopesOf(newDraft())).toEqual(['book:read', 'genre:read'])
  expect(scopesOf({ ...newDraft(), access: 'chosen' })).toEqual(['book:read', 'genre:read'])
})

test('a key that reads everything has reading permissions only', () => {
  const all = scopesOf({ ...newDraft(), access: 'all' })
  expect(all).toEqual(KEY_SCOPES.filter((scope) => /:(read|list|get)$/.test(scope)))
  expect(all).toEqual(expect.arrayContaining(['user:list', 'user:get', 'session:list']))
})

test('chosen permissions are kept while another preset is selected', () => {
  const draft = { ...newDraft(), chosen: ['book:create'] as const }
  expect(scopesOf(draft)).toEqual(BOOK_SCOPES)
  expect(scopesOf({ ...draft, access: 'chosen' })).toEqual(['book:create'])
})

test.each([
  [BOOK_SCOPES, 'Read books'],
  [['genre:read', 'book:read'], 'Read books'],
  [READING_SCOPES, 'Read everything, users too'],
  [KEY_SCOPES, 'All that a key may do'],
  [['book:read'], 'Books (Read)'],
  [['book:read', 'genre:read', 'user:list'], 'Books (Read) · Genres (Read) · Users (List)'],
])('%j is "%s"', (scopes, text) => {
  expect(scopesText(scopes)).toBe(text)
})
