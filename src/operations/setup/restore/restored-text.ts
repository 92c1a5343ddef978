import { formatNumber, formatWholeDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { RestoredLibrary } from './restore.schema.ts'

/** A number of books in words. */
export const booksText = (count: number): string => m.activity_books({ count, shown: formatNumber(count) })

/** A sentence about a library that came back. */
export const restoredText = (
  sentence: (words: { books: string; day: string }) => string,
  { books, madeAt }: RestoredLibrary,
  timeZone: string,
): string =>
  sentence({ books: booksText(books), day: madeAt === null ? '' : formatWholeDay(new Date(madeAt), timeZone) })
