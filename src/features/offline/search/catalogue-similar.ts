import type { BookSummary } from '#features/book/book.schema.ts'
import { editDistance } from '#lib/search/edit-distance.ts'
import { foldedWords, searchWords } from '#lib/search/fold-words.ts'
import { allowedTypos, isOfLetters } from '#lib/search/mistyped-letters.ts'
import {
  areGood,
  FORMS,
  isAnd,
  longWords,
  meaningsAmong,
  MOST_SEARCH_WORDS,
  ENOUGH_HITS,
  MOST_SIMILAR,
  possibleWords,
} from '#lib/search/mistyped-words.ts'
import { hasNear, nearestBooks, reachesOf, type NearBook, type NearSlot } from '#lib/search/near-books.ts'
import { mayShareSound, soundKey } from '#lib/search/sound-key.ts'
import type { CatalogueColumns } from '../catalogue-columns.ts'
import { bookAt, filterOf, rowIndicesOf, type CatalogueFilter } from './catalogue-list.ts'
import { joinWords, rankAt, readLocalTerm } from './catalogue-search.ts'

// The same books as the server's (book/search/book-similar.server.ts), over columns in memory; a test compares the two.

const FOLDED_FORMS = FORMS.map(searchWords)

/**
 * Books that a search with typos may have meant: at most 12, nearest first, without the exact hits. None where these are
 * many or good.
 */
export function similarBooks(columns: CatalogueColumns, search: string, filter: CatalogueFilter): BookSummary[] {
  const words = [...new Set(foldedWords(search))]
  if (words.length > MOST_SEARCH_WORDS || words.every(isAnd)) return []
  const exact = rowIndicesOf(columns, { ...filter, search })
  const hits = Array.from(exact.slice(0, exact.length))
  const whole = readLocalTerm(search, columns)
  const ranks = whole ? hits.map((at) => rankAt(columns, whole, at)) : []
  if (areGood(ranks, words)) return []
  const searched = words.map((word) => searchWords(word).join(' '))
  const meanings = meaningsAmong(searched, FOLDED_FORMS, knownWords(columns, searched))
  const slots = words.map((word, at): NearSlot => {
    const term = readLocalTerm(word, columns)
    return {
      word: term?.words[0],
      titleKey: term?.titleKey ?? '',
      meanings: meanings[at] ?? [],
      isNeeded: !isAnd(word),
    }
  })
  return nearest(columns, slots, filterOf(columns, filter), hits).map((at) => bookAt(columns, at))
}

const vocabularies = new WeakMap<CatalogueColumns, Set<string>>()

/** All words of the catalogue, collected at the first mistyped search. */
function vocabularyOf(columns: CatalogueColumns): Set<string> {
  const known = vocabularies.get(columns)
  if (known) return known
  const made = new Set(joinWords(columns).text.split(/[ \u001F\n]+/))
  vocabularies.set(columns, made)
  return made
}

/** The alternatives that exist in the catalogue, words that sound alike, and words that are alike the long ones. */
function knownWords(columns: CatalogueColumns, words: readonly string[]): Set<string> {
  const vocabulary = vocabularyOf(columns)
  const known = new Set([...possibleWords(words)].filter((word) => vocabulary.has(word) && isOfLetters(word)))
  for (const typed of words) {
    const key = soundKey(typed)
    if (key === undefined) continue
    for (const word of vocabulary) if (mayShareSound(word, typed) && soundKey(word) === key) known.add(word)
  }
  for (const long of longWords(words)) {
    const most = allowedTypos(long)
    for (const word of vocabulary) {
      if (Math.abs(word.length - long.length) > most || !mayBeAlike(word, long)) continue
      if (isOfLetters(word) && editDistance(word, long) <= most) known.add(word)
    }
  }
  return known
}

/** Two typos leave one of the ends, or the middle: a quick look before letters are compared one by one. */
const mayBeAlike = (word: string, long: string): boolean =>
  word[0] === long[0] || word[1] === long[0] || word[0] === long[1] || word.at(-1) === long.at(-1)

function nearest(
  columns: CatalogueColumns,
  slots: readonly NearSlot[],
  isShown: ((at: number) => boolean) | undefined,
  exact: readonly number[],
): number[] {
  const found: number[] = []
  for (const within of reachesOf(slots)) {
    const left = new Set([...exact, ...found])
    const near = booksWith(columns, within).filter(({ at }) => !left.has(at) && (!isShown || isShown(at)))
    found.push(...nearestBooks(near, within, (a, b) => a.at - b.at).map(({ at }) => at))
    if (found.length >= ENOUGH_HITS) break
  }
  return found.slice(0, MOST_SIMILAR)
}

/** The books that have each needed word or one of its alternatives. */
function booksWith(columns: CatalogueColumns, slots: readonly NearSlot[]): (NearBook & { at: number })[] {
  const { words, genres, genreOf, authors, authorOf, authorWords, searchTitles, searchOrders } = columns
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const found: (NearBook & { at: number })[] = []
  for (const [at, allWords] of words.entries()) {
    const genreWords = genres[(genreOf[at] ?? 0) - 1]?.words ?? ''
    if (!needed.every((slot) => hasNear(allWords, genreWords, slot))) continue
    const author = authorOf[at] ?? 0
    found.push({
      at,
      allWords,
      genreWords,
      author: authors[author] ?? '',
      authorWords: authorWords[author] ?? '',
      searchTitle: searchTitles[at] ?? '',
      searchOrder: searchOrders[at] ?? 0,
    })
  }
  return found
}
