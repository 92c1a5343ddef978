import type { ShelfBook } from '#features/book/book.schema.ts'
import { editDistance } from '#lib/edit-distance.ts'
import { foldedWords } from '#lib/fold-words.ts'
import { allowedTypos, ARTICLE, isOfLetters } from '#lib/mistyped-letters.ts'
import {
  AND,
  ENOUGH_HITS,
  FORMS,
  longWords,
  meaningsAmong,
  MOST_SEARCH_WORDS,
  MOST_SIMILAR,
  possibleWords,
  REACHES,
  SAME_LETTERS,
  TYPO,
  type Meaning,
} from '#lib/mistyped-words.ts'
import { sorted } from '#lib/sorted.ts'
import type { CatalogueColumns } from './catalogue-columns.ts'
import { bookAt, filterOf, rowIndicesOf, type CatalogueFilter } from './catalogue-list.ts'
import { isInTitle, joinWords, readLocalTerm, type LocalWord } from './catalogue-search.ts'
import { compareText } from './compare-keys.ts'
import { searchWords } from './derive-book.ts'

// The same books as the server's (book/search/book-similar.server.ts), over columns in memory; a test compares the two.

/** A word of the search with its alternatives. */
interface Slot {
  /** As the search reads it; undefined for a word that finds nothing. */
  word: LocalWord | undefined
  /** As the beginning of a title. */
  titleKey: string
  meanings: Meaning[]
  isNeeded: boolean
}

/** What a search says of a book that has all its words, or alternatives of them. */
interface Near {
  at: number
  distance: number
  /** The title begins with a word of the search; it has all of them. */
  isBeginning: boolean
  isInTitle: boolean
}

const FOLDED_FORMS = FORMS.map(searchWords)

/**
 * Books that a search with typos may have meant: at most 12, nearest first, without the exact hits. None when the
 * search has ENOUGH_HITS of these.
 */
export function similarBooks(columns: CatalogueColumns, search: string, filter: CatalogueFilter): ShelfBook[] {
  const words = [...new Set(foldedWords(search))]
  if (words.length > MOST_SEARCH_WORDS || words.every(isAnd)) return []
  const exact = rowIndicesOf(columns, { ...filter, search })
  if (exact.length >= ENOUGH_HITS) return []
  const searched = words.map((word) => searchWords(word).join(' '))
  const meanings = meaningsAmong(searched, FOLDED_FORMS, knownWords(columns, searched))
  const slots = words.map((word, at): Slot => {
    const term = readLocalTerm(word, columns)
    return {
      word: term?.words[0],
      titleKey: term?.titleKey ?? '',
      meanings: meanings[at] ?? [],
      isNeeded: !isAnd(word),
    }
  })
  const found = nearest(columns, slots, filterOf(columns, filter), Array.from(exact.slice(0, exact.length)))
  return found.map((at) => bookAt(columns, at))
}

const isAnd = (word: string): boolean => AND.includes(word)

const vocabularies = new WeakMap<CatalogueColumns, Set<string>>()

/** All words of the catalogue, collected at the first mistyped search. */
function vocabularyOf(columns: CatalogueColumns): Set<string> {
  const known = vocabularies.get(columns)
  if (known) return known
  const made = new Set(joinWords(columns).text.split(/[ \u001F\n]+/))
  vocabularies.set(columns, made)
  return made
}

/** The alternatives that exist in the catalogue, and words that are alike the long ones. */
function knownWords(columns: CatalogueColumns, words: readonly string[]): Set<string> {
  const vocabulary = vocabularyOf(columns)
  const known = new Set([...possibleWords(words)].filter((word) => vocabulary.has(word) && isOfLetters(word)))
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
  slots: readonly Slot[],
  isShown: ((at: number) => boolean) | undefined,
  without: readonly number[],
): number[] {
  const found: number[] = []
  for (const [index, reach] of REACHES.entries()) {
    const before = REACHES[index - 1] ?? 0
    const isNew = ({ meanings, isNeeded }: Slot) =>
      (!isNeeded && before === 0) || meanings.some(({ distance }) => distance > before && distance <= reach)
    if (!slots.some(isNew)) continue
    const within = slots.map((slot) => ({
      ...slot,
      meanings: slot.meanings.filter(({ distance }) => distance <= reach),
    }))
    const left = new Set([...without, ...found])
    const near = booksWith(columns, within).filter(({ at }) => !left.has(at) && (!isShown || isShown(at)))
    found.push(
      ...sorted(near, byNearness(columns))
        .slice(0, MOST_SIMILAR - found.length)
        .map(({ at }) => at),
    )
    if (found.length >= MOST_SIMILAR) break
  }
  return found
}

const byNearness =
  ({ searchOrders, searchTitles }: CatalogueColumns) =>
  (a: Near, b: Near): number =>
    a.distance - b.distance ||
    Number(b.isBeginning) - Number(a.isBeginning) ||
    Number(b.isInTitle) - Number(a.isInTitle) ||
    (searchOrders[a.at] ?? 0) - (searchOrders[b.at] ?? 0) ||
    compareText(searchTitles[a.at] ?? '', searchTitles[b.at] ?? '') ||
    a.at - b.at

/** The books that have each needed word or one of its alternatives. */
function booksWith(columns: CatalogueColumns, slots: readonly Slot[]): Near[] {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const found: Near[] = []
  for (const at of columns.words.keys()) {
    if (!needed.every((slot) => hasWord(columns, slot, at))) continue
    const title = columns.searchTitles[at] ?? ''
    found.push({
      at,
      distance: slots.reduce((sum, slot) => sum + distanceOf(columns, slot, at), 0),
      isBeginning: slots.some((slot) => beginsWith(title, slot)),
      isInTitle: needed.every((slot) => hasInTitle(columns, slot, at)),
    })
  }
  return found
}

const hasWord = (columns: CatalogueColumns, { word, meanings }: Slot, at: number): boolean =>
  matches(columns, word, at) || meanings.some(({ words }) => isWhole(columns.words[at] ?? '', words))

/** Whether a book is a hit of one word; a word of signs alone finds every book. */
const matches = ({ words, genreOf }: CatalogueColumns, word: LocalWord | undefined, at: number): boolean =>
  word === undefined ||
  word.genres[genreOf[at] ?? 0] === true ||
  word.patterns.some((pattern) => words[at]?.includes(pattern) === true)

/** Whether words stand in others one behind the other, and end there. */
function isWhole(all: string, words: string): boolean {
  for (let found = all.indexOf(` ${words}`); found !== -1; found = all.indexOf(` ${words}`, found + 1)) {
    const next = all[found + words.length + 1]
    if (next === undefined || next === ' ' || next === '\u001F') return true
  }
  return false
}

/** The distance of a book by one word. A word found only inside a longer one counts as a typo. */
function distanceOf(columns: CatalogueColumns, { word, meanings, isNeeded }: Slot, at: number): number {
  const all = columns.words[at] ?? ''
  const author = columns.authorWords[columns.authorOf[at] ?? 0] ?? ''
  const [first = ''] = word?.beginnings ?? []
  if (word && (word.beginnings.some((one) => isInTitle(all, one)) || author.includes(first))) return 0
  const distances = meanings.filter(({ words }) => isWhole(all, words)).map(({ distance }) => distance)
  if (matches(columns, word, at)) distances.push(TYPO)
  return distances.length > 0 ? Math.min(...distances) : isNeeded ? 0 : SAME_LETTERS
}

const beginsWith = (title: string, { titleKey, meanings }: Slot): boolean =>
  (titleKey !== '' && title.startsWith(titleKey)) ||
  meanings.some(({ words }) => title.startsWith(words.replace(ARTICLE, '')))

function hasInTitle(columns: CatalogueColumns, { word, meanings }: Slot, at: number): boolean {
  const all = columns.words[at] ?? ''
  const [title = ''] = all.split('\u001F')
  return (
    word === undefined ||
    word.beginnings.some((one) => isInTitle(all, one)) ||
    meanings.some(({ words }) => isWhole(title, words))
  )
}
