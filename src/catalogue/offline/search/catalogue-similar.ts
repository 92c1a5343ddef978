import type { BookSummary } from '#catalogue/book/book.schema.ts'
import type { OfflineFilter } from '#catalogue/book/search/offline-list.schema.ts'
import { editDistance } from '#base/lib/search/edit-distance.ts'
import { foldedWords, searchWords, TITLE_END } from '#base/lib/search/fold-words.ts'
import { allowedTypos, isOfLetters } from '#base/lib/search/mistyped-letters.ts'
import { findWithout, type FoundWithout } from '#base/lib/search/left-out-words.ts'
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
  type Meaning,
} from '#base/lib/search/mistyped-words.ts'
import { hasNear, nearestBooks, reachesOf, type NearBook, type NearSlot } from '#base/lib/search/near-books.ts'
import { mayShareSound, soundKey } from '#base/lib/search/sound-key.ts'
import type { Catalogue, OfflineBook } from '../catalogue.ts'
import { booksOf, filterOf, summaryOf } from './catalogue-list.ts'
import { hitsAmong, joinWords, rankOf, readLocalTerm } from './catalogue-search.ts'
import { compareIds } from './compare-keys.ts'

// Finds the same similar books as the server (book/search/book-similar.server.ts), in memory; a test compares the two.

const FOLDED_FORMS = FORMS.map(searchWords)

/**
 * Books that a search may have meant: at most 12, without the exact hits. With typos, nearest first; where there are neither
 * hits nor these, what it finds without some of its words. None when the search has good exact hits.
 */
export async function similarBooks(
  catalogue: Catalogue,
  search: string,
  filter: OfflineFilter,
): Promise<FoundWithout<BookSummary>> {
  const words = wordsIn(search)
  const exact = hitsOf(catalogue, search, filter)
  const ranks = exact.map(({ rank }) => rank)
  if (words.length > MOST_SEARCH_WORDS || areGood(ranks, words)) return { books: [], without: [] }
  const query = { isShown: filterOf(filter) ?? (() => true), exact: exact.map(({ book }) => book) }
  const near = nearTo(catalogue, search, query)
  const found =
    near.length > 0
      ? { books: near, without: [] }
      : exact.length > 0
        ? { books: otherTo(catalogue, search, query), without: [] }
        : await findWithout(search, {
            hits: async (text) => hitsOf(catalogue, text, filter).slice(0, MOST_SIMILAR),
            near: async (text) => nearTo(catalogue, text, query),
            others: async (text) => otherTo(catalogue, text, query),
            unknown: async () => unknownAmong(catalogue, words),
          })
  return { ...found, books: found.books.map((book) => summaryOf(catalogue.genres, book)) }
}

const wordsIn = (search: string): string[] => [...new Set(foldedWords(search))]

/** The hits of a search with their ranks, the best first. */
function hitsOf(catalogue: Catalogue, search: string, filter: OfflineFilter): { rank: number; book: OfflineBook }[] {
  const hits = booksOf(catalogue, { ...filter, search })
  const term = readLocalTerm(search, catalogue)
  return term ? hits.slice(0, hits.length).map((book) => ({ rank: rankOf(term, book), book })) : []
}

/** Books that a search with typos may have meant, nearest first, without the exact hits. */
function nearTo(catalogue: Catalogue, search: string, query: Omit<NearestQuery, 'wordsOf'>): OfflineBook[] {
  const genreWordsOf = new Map<string | null, string>(catalogue.genres.map(({ id, words }) => [id, words]))
  return nearest(catalogue, reachesOf(slotsOf(catalogue, search)), {
    ...query,
    wordsOf: ({ allWords, genreId }) => ({ allWords, genreWords: genreWordsOf.get(genreId) ?? '' }),
  })
}

/** As `nearTo`, among the other titles of books, of which no exact hits are known. */
function otherTo(catalogue: Catalogue, search: string, query: Omit<NearestQuery, 'wordsOf'>): OfflineBook[] {
  const slots = slotsOf(catalogue, search)
  const plain = slots.map((slot) => ({ ...slot, meanings: [] }))
  return nearest(catalogue, [plain, ...reachesOf(slots)], {
    ...query,
    isShown: (book) => book.otherTitles !== '' && query.isShown(book),
    wordsOf: ({ otherTitles, authorWords }) => ({ allWords: otherTitles + TITLE_END + authorWords, genreWords: '' }),
  })
}

/** The words of a search with their alternatives. */
function slotsOf(catalogue: Catalogue, search: string): NearSlot[] {
  const words = wordsIn(search)
  const meanings = meaningsOf(catalogue, words)
  return words.map((word, at) => {
    const term = readLocalTerm(word, catalogue)
    return {
      word: term?.words[0],
      titleKey: term?.titleKey ?? '',
      meanings: meanings[at] ?? [],
      isNeeded: !isAnd(word),
    }
  })
}

/** For each word of a search, the other words of the catalogue that it may mean, nearest first. */
function meaningsOf(catalogue: Catalogue, words: readonly string[]): Meaning[][] {
  const searched = words.map((word) => searchWords(word).join(' '))
  return meaningsAmong(searched, FOLDED_FORMS, knownWords(catalogue, searched))
}

/** Those of some words that stand in no book, and that mean no word that does. */
function unknownAmong(catalogue: Catalogue, words: readonly string[]): Set<string> {
  const meanings = meaningsOf(catalogue, words)
  const isThere = (word: string): boolean => {
    const term = readLocalTerm(word, catalogue)
    return term === undefined || hitsAmong(catalogue, term, catalogue.byId).length > 0
  }
  return new Set(words.filter((word, at) => meanings[at]?.length === 0 && !isThere(word)))
}

const vocabularies = new WeakMap<Catalogue, Set<string>>()

/** All words of the catalogue, collected at the first mistyped search. */
function vocabularyOf(catalogue: Catalogue): Set<string> {
  const known = vocabularies.get(catalogue)
  if (known) return known
  const others = catalogue.byId.map(({ otherTitles }) => otherTitles).join('')
  const made = new Set((joinWords(catalogue).text + others).split(/[ \u001F\n]+/))
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

interface NearestQuery {
  isShown: (book: OfflineBook) => boolean
  /** Books that were found already, and are left out. */
  exact: readonly OfflineBook[]
  /** The words of a book in which those of the search are looked for. */
  wordsOf: (book: OfflineBook) => Pick<NearBook, 'allWords' | 'genreWords'>
}

function nearest(
  catalogue: Catalogue,
  reaches: readonly NearSlot[][],
  { isShown, exact, wordsOf }: NearestQuery,
): OfflineBook[] {
  const left = new Set(exact)
  const found: OfflineBook[] = []
  for (const within of reaches) {
    const near = booksWith(catalogue, within, { isShown: (book) => !left.has(book) && isShown(book), wordsOf })
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
  { byId }: Catalogue,
  slots: readonly NearSlot[],
  { isShown, wordsOf }: Pick<NearestQuery, 'isShown' | 'wordsOf'>,
): (NearBook & { book: OfflineBook })[] {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  if (needed.length === 0) return []
  return byId.flatMap((book) => {
    if (!isShown(book)) return []
    const { allWords, genreWords } = wordsOf(book)
    const isNear = needed.every((slot) => hasNear(allWords, genreWords, slot))
    return isNear ? [{ ...book, allWords, genreWords, book }] : []
  })
}
