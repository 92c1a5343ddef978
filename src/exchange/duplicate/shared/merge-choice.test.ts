import { expect, test } from 'vitest'
import { bookInputSchema, type Book } from '#catalogue/book/book.schema.ts'
import { resultOf, suggestedMerge, valuesOfField } from './merge-choice.ts'

const novel = { id: 'novel', name: 'Novel', slug: 'novel', names: {}, hue: 20 }
const { genreId: _, ...fields } = bookInputSchema.parse({ title: 'Nedjma', author: 'Kateb Yacine' })
const BLANK = { ...fields, genre: null, version: 1, isSample: false }
const NEVER = { createdAt: new Date(0), updatedAt: new Date(0) }
const aBook = (id: string, more: Partial<Book>): Book => ({ ...BLANK, ...NEVER, id, ...more })

test('the fullest book stays, of equals the oldest, and gets what it lacks', () => {
  const one = aBook('1', { createdAt: new Date(9) })
  const two = aBook('2', { title: 'Nedjma : roman', genre: novel, createdAt: new Date(5) })
  const three = aBook('3', { publisher: 'Seuil', createdAt: new Date(7) })
  const choice = suggestedMerge([one, two, three])
  expect(choice).toMatchObject({ keep: '2', from: { title: '2', author: '1', genreId: '2', publisher: '3' } })
  expect(resultOf([one, two, three], choice)).toMatchObject({
    id: '2',
    title: 'Nedjma : roman',
    genre: novel,
    publisher: 'Seuil',
  })
})

test('a given book stays, and keeps its values where it has some', () => {
  const present = aBook('1', { title: 'NEDJMA' })
  const deleted = aBook('2', { publisher: 'Seuil', genre: novel })
  expect(suggestedMerge([present, deleted], '1')).toMatchObject({
    keep: '1',
    from: { title: '1', author: '1', cover: '1', genreId: '2', publisher: '2' },
  })
})

test('equal values are one choice', () => {
  const books = [aBook('1', {}), aBook('2', {}), aBook('3', { publisher: 'Seuil' })]
  expect(valuesOfField(books, 'author').map(({ id }) => id)).toEqual(['1'])
  expect(valuesOfField(books, 'publisher').map(({ id }) => id)).toEqual(['1', '3'])
})
