import { withDashes } from '#lib/id-beginning.ts'
import type { CatalogueCheck, WholeCatalogue, WireIds, WireNames } from './catalogue-wire.ts'
import type { ColumnBook } from './catalogue-columns.ts'

/** The books of a whole catalogue. */
export function booksOfWhole({ check, ids, titles, authors, publishers, genreOf }: WholeCatalogue): ColumnBook[] {
  if (check.count === 0) return []
  const idOf = readIds(ids)
  const authorOf = readNames(authors)
  const publisherOf = readNames(publishers)
  const genres = genreOf.split(',')
  return titles.split('\n').map((title, at) => ({
    id: idOf[at] ?? '',
    title,
    author: authorOf[at] ?? '',
    publisher: publisherOf[at] ?? '',
    genre: genres[at] ? Number(genres[at]) : -1,
  }))
}

function readNames({ names, steps }: WireNames): string[] {
  const all = names.split('\n')
  let number = 0
  return steps.split(',').map((step) => all[(number += Number(step))] ?? '')
}

function readIds({ times, timeOf, rest }: WireIds): string[] {
  let time = 0
  const starts = times.split(',').map((step) => (time += Number.parseInt(step, 36)).toString(16).padStart(12, '0'))
  const ends = rest.split(',')
  return timeOf.split(',').map((number, at) => withDashes((starts[Number(number)] ?? '') + (ends[at] ?? '')))
}

const IDS = 2 ** 48

/** What books come to: equal to that of the server, or the copy is not one. */
export function checkOf(books: readonly ColumnBook[]): CatalogueCheck {
  let ids = 0
  for (const { id } of books) ids = (ids + Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) % IDS
  const texts = books.map(({ title, author, publisher }) => title + author + publisher).join('')
  return { count: books.length, ids, bytes: new TextEncoder().encode(texts).length }
}

export const isSameCheck = (a: CatalogueCheck, b: CatalogueCheck): boolean =>
  a.count === b.count && a.ids === b.ids && a.bytes === b.bytes
