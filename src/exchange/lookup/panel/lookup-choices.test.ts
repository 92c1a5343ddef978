import { expect, test } from 'vitest'
import type { LookupFound } from '../lookup.schema.ts'
import { BLANK } from '#catalogue/book/shared/book-draft.ts'
import { choicesOf, fillingOf } from './lookup-choices.ts'

const says = (source: LookupFound['source'], book: LookupFound['book']): LookupFound => ({
  source,
  book,
  genre: null,
  failure: null,
  isOther: false,
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
        { value: 'Nedjma', sources: ['BnF', 'K10plus'], isOther: false },
        { value: 'Nedjma: roman', sources: ['Open Library'], isOther: false },
      ],
    },
    { field: 'author', choices: [{ value: 'Kateb Yacine', sources: ['Open Library'], isOther: false }] },
    { field: 'publisher', choices: [{ value: 'Seuil', sources: ['Open Library', 'K10plus'], isOther: false }] },
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

test('What a record says that names another ISBN stands last and is never filled in by itself', () => {
  const other = choicesOf({
    own: [],
    sources: [
      { ...says('dnb', { title: 'Another book', author: 'Paul Anders', year: 2020 }), isOther: true },
      says('bnf', { title: 'Nedjma', author: 'Paul Anders' }),
    ],
  })
  expect(other.find(({ field }) => field === 'title')?.choices).toEqual([
    { value: 'Nedjma', sources: ['BnF'], isOther: false },
    { value: 'Another book', sources: ['DNB'], isOther: true },
  ])
  expect(fillingOf(BLANK, other)).toEqual({ title: 'Nedjma', author: 'Paul Anders' })
})
