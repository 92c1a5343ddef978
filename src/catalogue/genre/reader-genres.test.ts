import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { newId } from '#base/lib/id.ts'
import { genresQuery, readerGenres, usedGenresQuery } from './genre.data.ts'

const genre = (name: string, bookCount: number) => ({ id: newId(), name, slug: null, names: null, hue: 20, bookCount })

test('A reader is told the genres that have books, and of a chosen one without a book what it is called', () => {
  const client = new QueryClient()
  const [novel, law] = [genre('Novel', 3), genre('Law', 0)]
  client.setQueryData(usedGenresQuery.queryKey, [novel])
  expect(readerGenres(client, undefined)).toEqual([novel])
  expect(readerGenres(client, novel.id)).toEqual([novel])
  // Until all are there.
  expect(readerGenres(client, law.id)).toEqual([novel])
  client.setQueryData(genresQuery.queryKey, [novel, law])
  expect(readerGenres(client, law.id)).toEqual([novel, law])
  expect(readerGenres(client, novel.id)).toEqual([novel])
})
