import { genreWord } from '#features/genre/shared/genre-word.ts'
import { fieldText } from '#i18n/field-text.ts'
import type { FieldOf } from '#lib/fields-of.ts'
import type { BookInput, RowBook } from '../book.schema.ts'
import { bookFields } from '../book.words.ts'

/** The fields that have a column in the manager's list and on paper, after title and author. */
const COLUMNS: readonly FieldOf<BookInput>[] = ['genreId', 'publisher']

/** These columns with their labels; `text` is empty where a book says nothing. */
export const bookFacts = () =>
  COLUMNS.map((field) => ({
    field,
    label: bookFields[field].label(),
    text: ({ genre, ...book }: RowBook): string =>
      field === 'genreId' ? (genre ? genreWord(genre) : '') : fieldText(book[field], bookFields[field]),
  }))
