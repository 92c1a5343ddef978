import { firstOf, type CatalogueColumns } from '../catalogue-columns.ts'
import { rowIndicesOf, type CatalogueFilter } from './catalogue-list.ts'
import { compareKeys } from './compare-keys.ts'
import { LAST_KEY } from '../derive-book.ts'

/** As in db/list/totals.server.ts: of scripts without an alphabet the first sign stands for all that follow. */
const SYLLABLES = 0x1100
const NO_LETTER = '#'

export interface LettersQuery extends CatalogueFilter {
  sort?: 'title' | 'author' | undefined
}

/** The letters that the keys of a list begin with, in its order, and how many books each has. */
export function countLetters(columns: CatalogueColumns, query: LettersQuery): { letter: string; count: number }[] {
  const counts = new Map<string, number>()
  const indices = rowIndicesOf(columns, query)
  for (const at of Array.from(indices.slice(0, indices.length))) {
    const first =
      query.sort === 'author' ? firstOf(columns.sortAuthors[columns.authorOf[at] ?? 0] ?? '') : columns.initials[at]
    if (first !== undefined && first !== LAST_KEY) counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  // oxlint-disable-next-line unicorn/no-array-sort -- in place: see `inOrder`
  const found = [...counts].sort(([a], [b]) => compareKeys(a, b))
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
