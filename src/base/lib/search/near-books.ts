import { compareText } from './compare-text.ts'
import { searchWords, TITLE_END } from './fold-words.ts'
import { ARTICLE } from './mistyped-letters.ts'
import { MOST_SIMILAR, reachesFor, SAME_LETTERS, TYPO, type Meaning } from './mistyped-words.ts'
import { isInTitle, type SearchWord } from './search-word.ts'
import { sorted } from './sorted.ts'

// Which books are nearest to a mistyped search, the same on the server and in the offline catalogue.

/** A word of the search with its alternatives. */
export interface NearSlot {
  /** Undefined for a word of signs alone, which every book has. */
  word: SearchWord | undefined
  /** The word as the beginning of a title key. */
  titleKey: string
  meanings: Meaning[]
  isNeeded: boolean
}

/** What is looked at of a book: columns of the table `book` or of the offline catalogue. */
export interface NearBook {
  allWords: string
  author: string
  authorWords: string
  /** The words of the names of its genre. */
  genreWords: string
  searchTitle: string
  searchOrder: number
}

/** The alternatives that are looked up one after the other, until there are enough books. */
export const reachesOf = <Slot extends NearSlot>(slots: readonly Slot[]): Slot[][] =>
  reachesFor(slots.length).flatMap((reach, index, reaches) => {
    const before = reaches[index - 1] ?? 0
    const isNew = slots.some(
      ({ meanings, isNeeded }) =>
        (!isNeeded && before === 0) || meanings.some(({ distance }) => distance > before && distance <= reach),
    )
    const within = (slot: Slot): Slot => ({
      ...slot,
      meanings: slot.meanings.filter(({ distance }) => distance <= reach),
    })
    return isNew ? [slots.map(within)] : []
  })

/**
 * The nearest of some books that have each needed word or one of its alternatives; among equals, those whose author is called
 * so, then titles that begin with one of them. `compare` decides between books with the same title.
 */
export function nearestBooks<Book extends NearBook>(
  books: readonly Book[],
  slots: readonly NearSlot[],
  compare: (a: Book, b: Book) => number,
): Book[] {
  const near = books.map((book) => ({ book, ...nearnessOf(book, slots) }))
  return sorted(
    near,
    (a, b) =>
      a.distance - b.distance ||
      Number(b.isOneName) - Number(a.isOneName) ||
      Number(b.isBeginning) - Number(a.isBeginning) ||
      Number(b.isInTitle) - Number(a.isInTitle) ||
      a.book.searchOrder - b.book.searchOrder ||
      compareText(a.book.searchTitle, b.book.searchTitle) ||
      compare(a.book, b.book),
  )
    .slice(0, MOST_SIMILAR)
    .map(({ book }) => book)
}

/** Words of a search that are scattered over title, publisher and several names count as one more typo. */
const SCATTERED = TYPO

function nearnessOf(book: NearBook, slots: readonly NearSlot[]) {
  const needed = slots.filter(({ isNeeded }) => isNeeded)
  const areInTitle = needed.every((slot) => hasInTitle(book.allWords, slot))
  const distance = slots.reduce((sum, slot) => sum + distanceOf(book, slot), 0)
  const isOneName = needed.length > 1 && hasOneName(book.author, needed)
  const isScattered = needed.length > 1 && !areInTitle && !isOneName
  return {
    distance: isScattered ? distance + SCATTERED : distance,
    isOneName,
    isBeginning: slots.some((slot) => beginsTitle(book.searchTitle, slot)),
    isInTitle: areInTitle,
  }
}

const NEXT_NAME = /[,،;؛&]| (?:and|et|na) /

/** Whether one of the authors has every word, whole, or an alternative of it. */
const hasOneName = (author: string, slots: readonly NearSlot[]): boolean =>
  author.split(NEXT_NAME).some((name) => {
    const words = ` ${searchWords(name).join(' ')} `
    return slots.every(
      ({ word, meanings }) =>
        (word !== undefined && words.includes(word.whole)) || meanings.some((one) => words.includes(` ${one.words} `)),
    )
  })

/** Whether a book has a word of the search or one of its alternatives. */
export const hasNear = (allWords: string, genreWords: string, { word, meanings }: NearSlot): boolean =>
  matches(allWords, genreWords, word) || meanings.some(({ words }) => hasWhole(allWords, words))

const matches = (allWords: string, genreWords: string, word: SearchWord | undefined): boolean =>
  word === undefined ||
  genreWords.includes(word.beginnings[0] ?? '') ||
  word.patterns.some((pattern) => allWords.includes(pattern))

/** Whether `words` stand in `all` one after the other, as whole words. */
function hasWhole(all: string, words: string): boolean {
  for (let found = all.indexOf(` ${words}`); found !== -1; found = all.indexOf(` ${words}`, found + 1)) {
    const next = all[found + words.length + 1]
    if (next === undefined || next === ' ' || next === TITLE_END) return true
  }
  return false
}

/** The distance of a book by one word. A word found only inside a longer one counts as a typo. */
function distanceOf({ allWords, authorWords, genreWords }: NearBook, { word, meanings, isNeeded }: NearSlot): number {
  const [first = ''] = word?.beginnings ?? []
  if (word && (word.beginnings.some((one) => isInTitle(allWords, one)) || authorWords.includes(first))) return 0
  const distances = meanings.filter(({ words }) => hasWhole(allWords, words)).map(({ distance }) => distance)
  if (matches(allWords, genreWords, word)) distances.push(TYPO)
  return distances.length > 0 ? Math.min(...distances) : isNeeded ? 0 : SAME_LETTERS
}

/** Title keys have no article. */
const beginsTitle = (title: string, { titleKey, meanings }: NearSlot): boolean =>
  (titleKey !== '' && title.startsWith(titleKey)) ||
  meanings.some(({ words }) => title.startsWith(words.replace(ARTICLE, '')))

function hasInTitle(allWords: string, { word, meanings }: NearSlot): boolean {
  const [title = ''] = allWords.split(TITLE_END)
  return (
    word === undefined ||
    word.beginnings.some((one) => isInTitle(allWords, one)) ||
    meanings.some(({ words }) => hasWhole(title, words))
  )
}
