import { and, arrayContains, eq, exists, gte, inArray, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { filtersOf } from '#base/db/list/filter.server.ts'
import { defineList, type Clauses } from '#base/db/list/list.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { bookImportRow } from '#base/db/tables/book-import.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { isSampleBook } from '#base/db/tables/sample.ts'
import { readIsbn } from '#base/lib/isbn.ts'
import { fold } from '#base/lib/search/fold.ts'
import { searchWords } from '#base/lib/search/fold-words.ts'
import { inBracketsPattern } from '#base/lib/search/series-in-title.ts'
import { isBy } from '../list/book-author.server.ts'
import { bookByLabel, isOnShelf, shelfVersion } from './on-shelf.server.ts'
import { wholeColumns as columns, bookGenreId as genreId, summaryColumns } from './select-books.server.ts'
import { NO_AUTHOR, NO_GENRE, NO_PUBLISHER, type BookFilter, type BookSort } from '../search/book-search.schema.ts'
import type { Book, BookSummary } from '../book.schema.ts'

const byTitle = { keys: [book.sortTitle], hasLetters: true }
const byAuthor = { keys: [book.sortAuthor, book.sortTitle], hasLetters: true }

const byShelfMark = { keys: [book.sortShelfMark, book.sortTitle] }

const declaration = {
  name: 'book',
  table: book,
  id: book.id,
  changes: bookChange,
  orders: {
    title: byTitle,
    'title-desc': { ...byTitle, isDescending: true },
    author: byAuthor,
    'author-desc': { ...byAuthor, isDescending: true },
    year: { keys: [book.sortYearDown, book.sortTitle] },
    'year-asc': { keys: [book.sortYear, book.sortTitle] },
    shelfMark: byShelfMark,
    'shelfMark-desc': { ...byShelfMark, isDescending: true },
    added: { keys: [], isDescending: true },
    'added-asc': { keys: [] },
    changed: { keys: [book.updatedAt], isDescending: true },
    'changed-asc': { keys: [book.updatedAt] },
  } satisfies Record<BookSort, unknown>,
  search: {
    allWords: book.allWords,
    indexedWords: book.walkWords,
    indexedColumns: [book.genreId],
    title: {
      key: book.searchTitle,
      order: book.searchOrder,
      keyOf: (title: SQL) => sql<string>`public.search_title(${title})`,
    },
    author: book.authorWords,
    named: byIsbn,
    beside: bookByLabel,
    otherMatches: ofGenres,
  },
}

/** The books as a list: sorted, counted, searched by title, author, publisher and genre. */
export const bookList = defineList<Book>({
  ...declaration,
  rows: ({ extraColumns, where, orderBy, limit }: Clauses) =>
    readDb()
      .select({ ...columns, ...extraColumns })
      .from(book)
      .leftJoin(genre, eq(genre.id, genreId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** The list of books with the columns of a summary. */
export const summaryList = defineList<BookSummary>({
  ...declaration,
  statements: 'summaries',
  rows: ({ extraColumns, where, orderBy, limit }: Clauses) =>
    readDb()
      .select({ ...summaryColumns, ...extraColumns })
      .from(book)
      .leftJoin(genre, eq(genre.id, genreId))
      .where(where)
      .orderBy(...orderBy)
      .limit(limit),
})

/** The books with an ISBN, if that is what was searched for, and there are any. */
async function byIsbn(searchTerm: string): Promise<SQL | undefined> {
  const isbn = readIsbn(searchTerm.trim())
  if (isbn === undefined) return undefined
  const condition = arrayContains(book.isbn, [isbn])
  return (await readDb().$count(book, condition)) > 0 ? condition : undefined
}

/** The names of every genre in all languages, folded and cached: the table is small, so books need no join with it. */
const genreWords = new VersionedPromiseCache<{ id: string; words: string }[]>(1)

/**
 * For each word, the books of genres that have a word beginning with it, in any language. Only beginnings: `king` must
 * not find cooking.
 */
async function ofGenres(words: string[], version: string): Promise<(SQL | undefined)[]> {
  const genres = await genreWords.getOrLoad('', version, async () => {
    const folded = sql<string>`public.fold_words(${genre.name} || ' ' || ${genre.words})`
    return await readDb().select({ id: genre.id, words: folded }).from(genre)
  })
  return words.map((word) => {
    const named = genres.filter((one) => one.words.includes(` ${word}`))
    return named.length === 0
      ? undefined
      : inArray(
          book.genreId,
          named.map(({ id }) => id),
        )
  })
}

/** The books that an import added. */
const isFromImport = (importId: string): SQL =>
  exists(
    readDb()
      .select({ bookId: bookImportRow.bookId })
      .from(bookImportRow)
      .where(
        and(
          eq(bookImportRow.bookId, book.id),
          eq(bookImportRow.importId, importId),
          eq(bookImportRow.result, 'created'),
        ),
      ),
  )

/** The words of a field stand in those that are searched, whose index finds the few books to look at. */
const hasWordsOf = (text: string): SQL | undefined => {
  const words = searchWords(text).join(' ')
  return words === '' ? undefined : sql`${book.allWords} like ${`%${words.replace(/[\\%_]/g, '\\$&')}%`}`
}

const hasSubject = (subject: string): SQL | undefined =>
  and(
    hasWordsOf(subject),
    sql`exists (select from unnest(${book.subjects}) as one where public.fold(one) = public.fold(${subject}))`,
  )

/**
 * Books of a series, whatever its case and accents; of a book without one, the title may name it in brackets with a number:
 * (Harry Potter, #3).
 */
export const isOfSeries = (series: string): SQL | undefined =>
  and(
    hasWordsOf(series),
    or(
      sql`public.fold(${book.series}) = public.fold(${series})`,
      sql`(${book.series} = '' and ${book.title} like '%#%' and public.fold(${book.title}) ~ ${inBracketsPattern(fold(series))})`,
    ),
  )

/** The condition for the filters of a list, without its search, and its cache key. */
export const bookFilter = filtersOf<Omit<BookFilter, 'searchTerm'>>({
  genreId: (id) => (id === NO_GENRE ? isNull(book.genreId) : eq(book.genreId, id)),
  author: (name) => (name === NO_AUTHOR ? sql`${book.sortAuthor} = U&'\\FFFF'` : isBy(name)),
  publisher: (name) =>
    and(
      sql`left(public.fold(${book.publisher}), 200) = left(public.fold(${name}), 200)`,
      // A publisher of signs alone folds to an empty text too, so the empty filter compares the field itself.
      name === NO_PUBLISHER ? eq(book.publisher, name) : undefined,
    ),
  language: (code) => eq(book.language, code),
  yearFrom: (year) => gte(book.year, Number(year)),
  yearTo: (year) => lte(book.year, Number(year)),
  subject: hasSubject,
  series: isOfSeries,
  // What is free changes with the time, not with the books.
  availability: () => ({ condition: isOnShelf(), key: shelfVersion() }),
  importId: isFromImport,
  origin: (from) => (from === 'sample' ? isSampleBook : not(isSampleBook)),
})
