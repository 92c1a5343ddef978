import { blankOf, draftWith } from '#base/lib/fields-of.ts'
import { bookInputSchema, type Book, type BookInput } from '../book.schema.ts'

export type BookField = keyof BookInput

/** An unknown typed genre: not an id, so that the schema refuses it. */
export const NO_SUCH_GENRE = ''

/** A book of which nothing is known yet. */
export const BLANK = blankOf<BookInput>(bookInputSchema.shape)

/** What of a book can be edited. */
export const draftOf = ({ genre, ...book }: Book): BookInput =>
  draftWith<BookInput>(BLANK, (field) => (field === 'genreId' ? (genre?.id ?? null) : book[field]))

export const isField = (key: string): key is BookField => key in BLANK
