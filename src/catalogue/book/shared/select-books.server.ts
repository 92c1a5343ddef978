import { eq, getTableColumns, sql } from 'drizzle-orm'
import { readDb, type Queryable } from '#base/db/connection/client.server.ts'
import { preparedIn } from '#base/db/connection/prepared.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { isSampleBook } from '#base/db/tables/sample.ts'
import type { Book, BookSummary } from '../book.schema.ts'

const {
  allWords: _all,
  walkWords: _walk,
  otherWords: _other,
  titleHash: _hash,
  sortTitle: _title,
  sortAuthor: _author,
  sortYear: _year,
  sortYearDown: _yearDown,
  sortShelfMark: _shelfMark,
  searchTitle: _searchTitle,
  searchOrder: _searchOrder,
  authorWords: _authorWords,
  genreId: bookGenreId,
  ...ownColumns
} = getTableColumns(book)

// A field of the schema that has no column does not compile.
export const wholeColumns = {
  ...ownColumns,
  genre: { id: genre.id, name: genre.name, slug: genre.slug, names: genre.names, hue: genre.hue },
  isSample: isSampleBook,
} satisfies Record<keyof Book, unknown>
export const summaryColumns = {
  id: wholeColumns.id,
  title: wholeColumns.title,
  author: wholeColumns.author,
  cover: wholeColumns.cover,
  publisher: wholeColumns.publisher,
  genre: wholeColumns.genre,
} satisfies Record<keyof BookSummary, unknown>

/** Selects books with their genre, in a transaction when one is given. */
export const selectBooks = (on: Queryable = readDb()) =>
  on.select(wholeColumns).from(book).leftJoin(genre, eq(genre.id, bookGenreId))

const bookById = preparedIn((on) =>
  selectBooks(on)
    .where(eq(book.id, sql.placeholder('id')))
    .prepare('one_book'),
)

/** A book with its genre, in a transaction when one is given; empty for an unknown id. */
export const selectBook = (id: string, on: Queryable = readDb()): Promise<Book[]> => bookById(on).execute({ id })

export { bookGenreId }
