import type { Book } from '#catalogue/book/book.schema.ts'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import type { Columns } from '#base/lib/columns.ts'

// What the server and a phone say to each other about the offline catalogue.

/** The address of the catalogue. */
export const CATALOGUE_PATH = '/api/offline-catalogue'

/** More books than this are not sent. */
export const MOST_BOOKS = 30_000

/** A genre, with the folded words of its names in all languages, by which books are found. */
export type CatalogueGenre = Genre & { words: string }

/** What is sent of a book: not its picture, and no long texts. */
type WireField =
  | 'id'
  | 'title'
  | 'author'
  | 'publisher'
  | 'isbn'
  | 'year'
  | 'language'
  | 'series'
  | 'volume'
  | 'shelfMark'

/** A book as it is sent, by the columns of `catalogue-sql.server.ts`. */
export type WireBook = Pick<Book, WireField> & {
  genreId: string | null
  /** The words of other titles, in the form of `allWords`. */
  otherTitles: string
}

/** Equal on the device and on the server, unless one of them has something that the other lacks. */
export interface CatalogueCheck {
  count: number
  /** The last 48 bits of all ids, added modulo 2^48. */
  ids: number
  /** The length of all values but ids in UTF-8. */
  bytes: number
}

/** All books. Their order is that of their authors, then of their titles: that compresses best. */
export interface WholeCatalogue {
  kind: 'whole'
  version: string
  check: CatalogueCheck
  genres: CatalogueGenre[]
  books: Columns<WireBook>
}

/** What has changed since the version that was named. */
export interface CatalogueDifference {
  kind: 'difference'
  version: string
  check: CatalogueCheck
  /** All genres, if any has changed. */
  genres?: CatalogueGenre[]
  /** Added and changed books, if there are any, and maybe a few that are as they were. */
  books?: Columns<WireBook>
  /** Ids of books that are gone, and maybe of some that never were on the device. */
  removed: string[]
}

/** What the server answers, with status 200; 204 when nothing has changed. */
export type CatalogueAnswer = WholeCatalogue | CatalogueDifference
