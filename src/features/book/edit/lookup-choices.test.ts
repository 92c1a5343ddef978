import { expect, test } from 'vitest'
import type { LookupFound } from '#features/lookup/lookup.schema.ts'
import { BLANK } from '../shared/book-draft.ts'
import { choicesOf, fillingOf } from './lookup-choices.ts'

const says = (source: LookupFound['source'], book: LookupFound['book']): LookupFound => ({
  source,
  book,
  genre: null,
  failure: null,
})
const fields = choicesOf({
  own: [],
  sources: [
    says('bnf', { title: 'Nedjma', author: '', genreId: null }),
    says('dnb', null),
    says('openlibrary', { publisher: 'Seuil', title: 'Nedjma: roman', author: 'Kateb Yacine' }),
    says('k10plus', { title: 'Nedjma', publisher: 'Seuil' }),
  ],
})

test('Each value of a field is named once, with all who say it, and nothing that is empty', () => {
  expect(fields).toEqual([
    {
      field: 'title',
      choices: [
        { value: 'Nedjma', sources: ['BnF', 'K10plus'] },
        { value: 'Nedjma: roman', sources: ['Open Library'] },
      ],
    },
    { field: 'author', choices: [{ value: 'Kateb Yacine', sources: ['Open Library'] }] },
    { field: 'publisher', choices: [{ value: 'Seuil', sources: ['Open Library', 'K10plus'] }] },
  ])
})

test('What is empty is filled by the first who says something, and nothing else changes', () => {
  expect(fillingOf(BLANK, fields)).toEqual({ title: 'Nedjma', author: 'Kateb Yacine', publisher: 'Seuil' })
  expect(fillingOf({ ...BLANK, title: 'Mine', author: '  ' }, fields)).toEqual({
    author: 'Kateb Yacine',
    publisher: 'Seuil',
  })
  expect(fillingOf({ ...BLANK, title: 'a', author: 'b', publisher: 'c' }, fields)).toEqual({})
})
