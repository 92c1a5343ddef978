import { formatLanguage, formatYear } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { coverAddress } from '#base/lib/cover-address.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import type { BookInput } from './book.schema.ts'

// Apart from the sentences of the activity (book.words.ts), which no reader loads.

/** What the fields of a book are called, in the order of its page; a new field does not compile without its line. */
export const bookFields = {
  title: { label: m.book_title },
  author: { label: m.book_author },
  cover: { label: m.book_cover, word: () => m.book_cover_picture(), picture: coverAddress },
  genreId: { label: m.book_genre, rowWord: genreWord },
  publisher: { label: m.book_publisher },
  isbn: { label: m.book_isbn },
  year: { label: m.book_year, word: formatYear },
  language: { label: m.book_language, word: (code) => formatLanguage(code) },
  pages: { label: m.book_pages },
  edition: { label: m.book_edition },
  series: { label: m.book_series },
  volume: { label: m.book_volume },
  shelfMark: { label: m.book_shelf_mark },
  subjects: { label: m.book_subjects },
  summary: { label: m.book_summary },
  details: { label: m.book_details },
} satisfies Record<keyof BookInput, FieldWords>
