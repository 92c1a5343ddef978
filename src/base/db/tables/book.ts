import { isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ConstraintErrors } from '#base/errors/codes.server.ts'
import { newId } from '#base/lib/id.ts'
import { bytes, countedText, instant, plainText, sortedText } from './columns.ts'
import { coverImage } from './cover-image.ts'
import { genre } from './genre.ts'

/** A list of texts, empty by default. */
const lines = () =>
  text()
    .array()
    .notNull()
    .default(sql`'{}'`)

interface BookDetail {
  name: string
  value: string
}

/** The columns of the fields that people enter, which a deleted book has too. */
export const bookFieldColumns = () => ({
  title: text().notNull(),
  author: text().notNull().default(''),
  /** Its picture; null where the cover is drawn. */
  cover: text(),
  publisher: text().notNull().default(''),
  /** ISBNs of 13 digits. */
  isbn: lines(),
  year: integer(),
  /** ISO 639, the shortest code: `fr`, `kab`. */
  language: text(),
  pages: integer(),
  edition: text().notNull().default(''),
  series: text().notNull().default(''),
  volume: text().notNull().default(''),
  shelfMark: text().notNull().default(''),
  subjects: lines(),
  summary: text().notNull().default(''),
  /** What no other field holds, in its order: the columns of files that Maktaba does not know. */
  details: jsonb()
    .$type<BookDetail[]>()
    .notNull()
    .default(sql`'[]'`),
})

/** A book of the catalogue. A trigger computes the columns for search and order by functions of the migrations. */
export const book = pgTable(
  'book',
  {
    id: uuid().primaryKey().$defaultFn(newId),
    ...bookFieldColumns(),
    genreId: uuid().references(() => genre.id, { onDelete: 'set null' }),
    /** Number of saves; an edit names the version it started from. */
    version: integer().notNull().default(1),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    // What follows is set by the trigger `book_derived` from the fields that are searched; a default makes it optional.
    /** Folded words, each after a space: of title, U+001F, of author, publisher, series, subjects and shelf mark. */
    allWords: plainText().notNull().default(''),
    /** The part of `allWords` that fits into an index together with the title. */
    walkWords: plainText().notNull().default(''),
    /** As `allWords`, of other titles that its details name, such as an original one, and of the author; empty without any. */
    otherWords: plainText().notNull().default(''),
    /** The folded words of the author, each between spaces. */
    authorWords: plainText().notNull().default(''),
    /** The words of the title for look-up: without leading article and series, at most 200 characters. */
    searchTitle: plainText().notNull().default(''),
    /** Sort key of titles that begin alike in a search (`search_order` in its migration). */
    searchOrder: plainText().notNull().default(''),
    /** Sort key of the title: folded, without leading article and signs; 200 characters fit into an index row. */
    sortTitle: sortedText().notNull().default(''),
    /** Sort key of the author, surname first (`author_order`); books without one come last (U+FFFF sorts after all). */
    sortAuthor: sortedText().notNull().default(''),
    /** The year, and the years counted down, so that books without one come last in both orders. */
    sortYear: plainText().notNull().default('~'),
    sortYearDown: plainText().notNull().default('~'),
    /** Sort key of the shelf mark (`shelf_mark_order`); books without one come last. */
    sortShelfMark: countedText().notNull().default('\uFFFF'),
    /** Hash of title, author, edition and volume (`book_hash`) for the unique constraint, since a long title does not fit into an index. */
    titleHash: bytes()
      .notNull()
      .default(sql`''::bytea`),
  },
  (table) => [
    unique('book_title_author_unique').on(table.titleHash),
    // Deleted books have no such key: their pictures stay, as used ones.
    foreignKey({ name: 'book_cover_fk', columns: [table.cover], foreignColumns: [coverImage.id] }),
    index('book_created_at_index').on(table.createdAt, table.id),
    index('book_updated_at_index').on(table.updatedAt, table.id),
    // Two, each for a part of the books: PostgreSQL cannot use the order of the first one for `genre_id is null`.
    index('book_genre_id_index').on(table.genreId, table.sortTitle, table.id).where(isNotNull(table.genreId)),
    index('book_without_genre_index').on(table.sortTitle, table.id).where(isNull(table.genreId)),
    // Also finds the languages that there are.
    index('book_language_index').on(table.language, table.sortTitle, table.id).where(isNotNull(table.language)),
    index('book_sort_author_index').on(table.sortAuthor, table.sortTitle, table.id),
    index('book_sort_year_index').on(table.sortYear, table.sortTitle, table.id),
    index('book_sort_year_down_index').on(table.sortYearDown, table.sortTitle, table.id),
    index('book_sort_shelf_mark_index').on(table.sortShelfMark, table.sortTitle, table.id),
    // For deletions of pictures, and small: few books have one.
    index('book_cover_index').on(table.cover).where(isNotNull(table.cover)),
    index('book_publisher_index').on(sql`left(public.fold("publisher"), 200)`, table.sortTitle, table.id),
    index('book_all_words_index').using('gin', sql`${table.allWords} gin_trgm_ops`),
    index('book_title_words_index').using('gin', sql`(split_part("all_words", E'\\x1f', 1)) gin_trgm_ops`),
    index('book_isbn_index').using('gin', table.isbn),
    index('book_author_words_index').using('gin', sql`${table.authorWords} gin_trgm_ops`),
    // Of the few books that have another title.
    index('book_other_words_index')
      .using('gin', sql`${table.otherWords} gin_trgm_ops`)
      .where(ne(table.otherWords, sql`''`)),
    index('book_search_title_index').on(table.searchTitle, table.searchOrder, table.id),
    index('book_duplicate_index').on(
      sql`(left(public.author_key("author"), 100) COLLATE "C")`,
      sql`(public.title_key("all_words") COLLATE "C")`,
    ),
    // `book_sort_title_index` on (sort_title, id) including walk_words and genre_id is hand-written in its migration,
    // since Drizzle does not support `include`.
  ],
)

/** The error for each violated constraint of this table. */
export const bookConstraints: ConstraintErrors = {
  book_title_author_unique: { code: 'BOOK_TAKEN', fields: { title: { key: 'title_taken' } } },
  // The picture was never sent, or so long ago that it was removed.
  book_cover_fk: { code: 'VALIDATION_ERROR', fields: { cover: { key: 'validation_invalid' } } },
  // The chosen genre was deleted before the book was saved.
  book_genre_id_genre_id_fk: { code: 'VALIDATION_ERROR', fields: { genreId: { key: 'genre_gone' } } },
}
