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
import type { Catalogue, OfflineBook } from '../catalogue.ts'
import { booksOf, filterOf, summaryOf, type CatalogueFilter } from './catalogue-list.ts'
import { joinWords, rankOf, readLocalTerm } from './catalogue-search.ts'
import { compareIds } from './compare-keys.ts'

// The same books as the server's (book/search/book-similar.server.ts), over books in memory; a test compares the two.

const FOLDED_FORMS = FORMS.map(searchWords)

/**
 * Books that a search with typos may have meant: at most 12, nearest first, without the exact hits. None where these are
 * many or good.
 */
export function similarBooks(catalogue: Catalogue, search: string, filter: CatalogueFilter): BookSummary[] {
  const words = [...new Set(foldedWords(search))]
  if (words.length > MOST_SEARCH_WORDS || words.every(isAnd)) return []
  const exact = booksOf(catalogue, { ...filter, search })
  const hits = exact.slice(0, exact.length)
  const whole = readLocalTerm(search, catalogue)
  const ranks = whole ? hits.map((book) => rankOf(whole, book)) : []
  if (areGood(ranks, words)) return []
  const searched = words.map((word) => searchWords(word).join(' '))
  const meanings = meaningsAmong(searched, FOLDED_FORMS, knownWords(catalogue, searched))
  const slots = words.map((word, at): NearSlot => {
    const term = readLocalTerm(word, catalogue)
    return {
      word: term?.words[0],
      titleKey: term?.titleKey ?? '',
      meanings: meanings[at] ?? [],
      isNeeded: !isAnd(word),
    }
  })
  return nearest(catalogue, slots, filterOf(filter), hits).map((book) => summaryOf(catalogue.genres, book))
}

const vocabularies = new WeakMap<Catalogue, Set<string>>()

/** All words of the catalogue, collected at the first mistyped search. */
function vocabularyOf(catalogue: Catalogue): Set<string> {
  const known = vocabularies.get(catalogue)
  if (known) return known
  const made = new Set(joinWords(catalogue).text.split(/[ \u001F\n]+/))
  vocabularies.set(catalogue, made)
  return made
}

/** The alternatives that exist in the catalogue, words that sound alike, and words that are alike the long ones. */
function knownWords(catalogue: Catalogue, words: readonly string[]): Set<string> {
  const vocabulary = vocabularyOf(catalogue)
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
  catalogue: Catalogue,
  slots: readonly NearSlot[],
  isShown: ((book: OfflineBook) => boolean) | undefined,
  exact: readonly OfflineBook[],
): OfflineBook[] {
  const left = new Set(exact)
  const found: OfflineBook[] = []
  for (const within of reachesOf(slots)) {
    const near = booksWith(catalogue, within, (book) => !left.has(book) && (!isShown || isShown(book)))
    for (const { book } of nearestBooks(near, within, (a, b) => compareIds(a.book, b.book))) {
      found.push(book)
      left.add(book)
    }
    if (found.length >= ENOUGH_HITS) break
  }
  return found.slice(0, MOST_SIMILAR)
}

/** The books that have each needed word or one of its alternatives. */
function booksWith(
  { genres, byId }: Catalogue,
  slots: readonly NearSlot[],
  isShown: (book: OfflineBook) => boolean,
): (NearBook & { book: OfflineBook })[] {
  const wordsOf = new Map<string | null, string>(genres.map(({ id, words }) => [id, words]))
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  return byId.flatMap((book) => {
    const genreWords = wordsOf.get(book.genreId) ?? ''
    const isNear = needed.every((slot) => hasNear(book.allWords, genreWords, slot))
    return isNear && isShown(book) ? [{ ...book, genreWords, book }] : []
  })
}
