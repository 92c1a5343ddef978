import { sorted } from '#base/lib/search/sorted.ts'
import type { Catalogue } from '../catalogue.ts'
import type { OfflineFilter } from '#catalogue/book/search/offline-list.schema.ts'
import { booksOf } from './catalogue-list.ts'
import { compareKeys } from './compare-keys.ts'
import { LAST_KEY } from '../derive-book.ts'

/** As in base/db/list/totals.server.ts: of scripts without an alphabet the first sign stands for all that follow. */
const SYLLABLES = 0x1100
const NO_LETTER = '#'

interface LettersQuery extends OfflineFilter {
  sort?: 'title' | 'author' | undefined
}

/** The letters that the keys of a list begin with, in its order, and how many books each has. */
export function countLetters(catalogue: Catalogue, query: LettersQuery): { letter: string; count: number }[] {
  const counts = new Map<string, number>()
  const books = booksOf(catalogue, query)
  for (const { sortTitle, sortAuthor } of books.slice(0, books.length)) {
    const [first = ''] = query.sort === 'author' ? sortAuthor : sortTitle
    if (first !== LAST_KEY) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  const found = sorted([...counts], ([a], [b]) => compareKeys(a, b))
  const letters = new Map<string, number>()
  let syllable: string | undefined
  for (const [first, count] of found) {
    if ((first.codePointAt(0) ?? 0) >= SYLLABLES) syllable ??= first
    const sign = (first.codePointAt(0) ?? 0) >= SYLLABLES ? (syllable ?? first) : first
    const letter = /\p{L}/u.test(sign) ? sign.toUpperCase() : NO_LETTER
    letters.set(letter, (letters.get(letter) ?? 0) + count)
  }
  return [...letters].map(([letter, count]) => ({ letter, count }))
}
