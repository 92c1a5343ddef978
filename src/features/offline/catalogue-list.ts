import type { ShelfBook } from '#features/book/book.schema.ts'
import type { Genre } from '#features/genre/genre.schema.ts'
import { searchWords } from './derive-book.ts'
import type { CatalogueColumns } from './catalogue-columns.ts'

/** Which books a list shows, as on the shelf of a reader. */
export interface CatalogueFilter {
  /** Id of a genre, or `none`. */
  genreId?: string | undefined
  /** As in the address of the shelf; empty for books without one. */
  author?: string | undefined
  publisher?: string | undefined
}

export interface CatalogueQuery extends CatalogueFilter {
  search?: string | undefined
  sort?: 'title' | 'author' | 'added' | undefined
  /** Where the list begins; not in a search, nor by `added`. */
  letter?: string | undefined
  /** Books to pass over. */
  offset?: number | undefined
  limit: number
}

/** The genre of a book as the screens know it. */
const asGenre = ({ id, name, slug, names, hue }: Genre): Genre => ({ id, name, slug, names, hue })

export function bookAt(columns: CatalogueColumns, at: number): ShelfBook {
  const genre = columns.genres[(columns.genreOf[at] ?? 0) - 1]
  return {
    id: columns.ids[at] ?? '',
    title: columns.titles[at] ?? '',
    author: columns.authors[columns.authorOf[at] ?? 0] ?? '',
    publisher: columns.publishers[columns.publisherOf[at] ?? 0] ?? '',
    genre: genre ? asGenre(genre) : null,
  }
}

/** The places of the books of a list, in its order. */
export function placesOf(columns: CatalogueColumns, { search = '' }: CatalogueQuery): number[] {
  const words = searchWords(search)
  return [...columns.byTitle].filter((at) => words.every((word) => columns.words[at]?.includes(word)))
}
