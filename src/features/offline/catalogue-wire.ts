import type { Genre } from '#features/genre/genre.schema.ts'

// What the server and a phone say to each other about the offline catalogue.

/** The address of the catalogue. */
export const CATALOGUE_PATH = '/api/offline-catalogue'

/** A genre, with the folded words of its names in all languages, by which books are found. */
export type CatalogueGenre = Genre & { words: string }

/** Equal on the device and on the server, unless one of them has something that the other lacks. */
export interface CatalogueCheck {
  count: number
  /** The first 48 bits of all ids, added modulo 2^48. */
  ids: number
  /** The length of all titles, authors and publishers in UTF-8. */
  bytes: number
}

/** Names that many books share, and the number of the name that each book has. */
export interface WireNames {
  /** Joined by line feeds. */
  names: string
  /** For each book the difference from the number before, joined by commas. */
  steps: string
}

/** The ids of books, cut as short as they are still told apart. */
export interface WireIds {
  /** The different first 48 bits of all ids, each as the difference from the one before, in base 36, joined by commas. */
  times: string
  /** For each book the number of its first 48 bits in `times`, joined by commas. */
  timeOf: string
  /** For each book the hexadecimal digits that follow them, joined by commas. */
  rest: string
}

/** All books, in columns: that compresses best. Their order is that of their authors, then of their titles. */
export interface WholeCatalogue {
  kind: 'whole'
  version: string
  check: CatalogueCheck
  genres: CatalogueGenre[]
  ids: WireIds
  /** Joined by line feeds. */
  titles: string
  authors: WireNames
  publishers: WireNames
  /** For each book the number of its genre in `genres`, empty for none, joined by commas. */
  genreOf: string
}

/** A book in a difference: its id, title, author, publisher, and the id of its genre. */
export type WireBook = [id: string, title: string, author: string, publisher: string, genreId: string | null]

/** What has changed since the version that was named. */
export interface CatalogueDifference {
  kind: 'difference'
  version: string
  check: CatalogueCheck
  /** All genres, if any has changed. */
  genres?: CatalogueGenre[]
  /** Added and changed books, and maybe a few that are as they were. */
  books: WireBook[]
  /** Ids of books that are gone, and maybe of some that never were on the device. */
  removed: string[]
}

/** Says how much there is to be sent. */
export interface CatalogueOffer {
  kind: 'offer'
  count: number
  /** On the wire. */
  bytes: number
}

/** What the server answers, with status 200; 204 when nothing has changed. */
export type CatalogueAnswer = WholeCatalogue | CatalogueDifference | CatalogueOffer
