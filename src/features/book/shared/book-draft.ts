import { bookInputSchema, type Book, type BookInput } from '../book.schema.ts'

export type BookField = keyof BookInput

/** An unknown typed genre: not an id, so that the schema refuses it. */
export const NO_SUCH_GENRE = ''

/** A book of which nothing is known yet. */
export const BLANK: BookInput = { ...bookInputSchema.parse({ title: '-' }), title: '' }

/** What of a book can be edited. */
export function draftOf(book: Book): BookInput {
  const {
    genre,
    id: _id,
    version: _version,
    isSample: _isSample,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...rest
  } = book
  return { ...rest, genreId: genre?.id ?? null }
}

export const isField = (key: string): key is BookField => key in BLANK
