import { withDashes } from '#lib/search/id-beginning.ts'
import type { CatalogueColumns, ColumnBook } from './catalogue-columns.ts'
import type { CatalogueCheck, CatalogueDifference, WholeCatalogue, WireIds, WireNames } from './catalogue-wire.ts'
import { indexOfId } from './index-of-id.ts'

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

/** The books of an offline catalogue after a difference. */
export function booksAfter(columns: CatalogueColumns, { genres, books, removed }: CatalogueDifference): ColumnBook[] {
  const numbers = new Map((genres ?? columns.genres).map(({ id }, at) => [id, at]))
  const numberOf = (id: string | null | undefined): number => numbers.get(id ?? '') ?? -1
  const replaced = new Set([...removed, ...books.map(([id]) => id)].map((id) => indexOfId(columns.ids, id)))
  const unchanged = columns.ids.flatMap((id, at): ColumnBook[] =>
    replaced.has(at)
      ? []
      : [
          {
            id,
            title: columns.titles[at] ?? '',
            author: columns.authors[columns.authorOf[at] ?? 0] ?? '',
            publisher: columns.publishers[columns.publisherOf[at] ?? 0] ?? '',
            genre: numberOf(columns.genres[(columns.genreOf[at] ?? 0) - 1]?.id),
            former: at,
          },
        ],
  )
  const changed = books.map(([id, title, author, publisher, genreId]) => ({
    id,
    title: asLine(title),
    author: asLine(author),
    publisher: asLine(publisher),
    genre: numberOf(genreId),
  }))
  return [...unchanged, ...changed]
}

/** As in the whole catalogue, where columns are lines. */
const asLine = (text: string): string => text.replaceAll('\n', ' ')

const IDS = 2 ** 48

/** Sums over the books; they differ from the server's if a book is missing or too much. */
export function checkOf(books: readonly ColumnBook[]): CatalogueCheck {
  let ids = 0
  for (const { id } of books) ids = (ids + Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) % IDS
  const texts = books.map(({ title, author, publisher }) => title + author + publisher).join('')
  return { count: books.length, ids, bytes: new TextEncoder().encode(texts).length }
}

export const isSameCheck = (a: CatalogueCheck, b: CatalogueCheck): boolean =>
  a.count === b.count && a.ids === b.ids && a.bytes === b.bytes
