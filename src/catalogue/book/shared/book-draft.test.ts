import { expect, test } from 'vitest'
import { bookInputSchema } from '../book.schema.ts'
import { BLANK, draftOf } from './book-draft.ts'

test('a book that was read makes a draft of the fields that can be edited, and no others', () => {
  const { genreId: _genreId, ...written } = { ...BLANK, title: 'Nervous Conditions', author: 'Tsitsi Dangarembga' }
  const draft = draftOf({
    ...written,
    id: '01a1fc5f-3ab8-7c3e-9d21-0f4b7d6a5e10',
    genre: null,
    version: 3,
    isSample: true,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  })
  expect(Object.keys(draft).toSorted()).toEqual(Object.keys(BLANK).toSorted())
  expect(bookInputSchema.parse(draft)).toEqual(draft)
})
