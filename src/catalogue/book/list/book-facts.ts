import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import type { FieldOf } from '#base/lib/fields-of.ts'
import type { BookInput, RowBook } from '../book.schema.ts'
import { bookFields } from '../book-fields.words.ts'

/** A field of a book in a row or on paper; empty where the book says nothing. */
export const factText = ({ genre, ...book }: RowBook, field: FieldOf<BookInput>): string =>
  field === 'genreId' ? (genre ? genreWord(genre) : '') : fieldText(book[field], bookFields[field])
