import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bookSummarySchema } from '#features/book/book.schema.ts'
import books from '#features/book/search/search-books.json' with { type: 'json' }
import cases from '#lib/search/fold-cases.json' with { type: 'json' }
import { FORMAT } from './catalogue-database.ts'
import { deriveBook } from './derive-book.ts'

test('an offline catalogue whose books have other fields, or are computed in another way, has another format', () => {
  const folded = cases.map(({ text }) => deriveBook({ title: text, author: text, publisher: text }))
  // Pictures are not there offline.
  const fields = Object.keys(bookSummarySchema.shape).filter((field) => field !== 'cover')
  const derived = [...folded, ...books.map((book) => deriveBook(book))]
  const hash = createHash('sha256')
    .update(JSON.stringify([fields, derived]))
    .digest('hex')
    .slice(0, 16)
  // Who changes a rule makes FORMAT one greater, or phones go on with what the old rule gave.
  expect({ FORMAT, hash }).toEqual({ FORMAT: 4, hash: '4f38daaae0c2422d' })
})
