import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { cachedBook } from './cached-book.ts'

test('A book is found in any list, and among whole books, which have a number of pages', () => {
  const client = new QueryClient()
  const [one, two] = [{ id: '1' }, { id: '2', pages: null }]
  client.setQueryData(['book', 'get', '2'], two)
  client.setQueryData(['book', 'get', '3'], { id: '3', pages: 300 })
  client.setQueryData(['book', 'summaries'], { pages: [{ items: [one] }] })
  client.setQueryData(['book', 'list'], { total: 3 })
  expect([cachedBook(client, '1'), cachedBook(client, '2'), cachedBook(client, '4')]).toEqual([one, two, undefined])
})
