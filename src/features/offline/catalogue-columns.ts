import { yieldToBrowser } from './yield-to-browser.ts'
import type { CatalogueGenre } from './catalogue-wire.ts'
import { compareKeys } from './search/compare-keys.ts'
import { allWords, authorWords, searchOrder, searchTitle, sortAuthor, sortTitle } from './derive-book.ts'

/** A book of the offline catalogue. */
export interface ColumnBook {
  /** Of its id as much as tells it from all others, as UUIDs are written. */
  id: string
  title: string
  author: string
  publisher: string
  /** Its number in the list of genres, -1 for none. */
  genre: number
  /** Its index in the columns before these, if nothing but its genre has changed since. */
  former?: number
}

/** The offline catalogue as it is stored on the phone: one array a column. A book is its index, the same in all of them. */
export interface CatalogueColumns {
  genres: CatalogueGenre[]
  ids: string[]
  titles: string[]
  /** Different authors, and which one each book has. */
  authors: string[]
  authorOf: Uint32Array
  publishers: string[]
  publisherOf: Uint32Array
  /** The number of the genre, and one more; 0 for none. */
  genreOf: Uint16Array
  /** As `all_words`, `search_title` and `search_order` of the table `book`. */
  words: string[]
  searchTitles: string[]
  searchOrders: Float64Array
  /** The first character of what each title is filed under. */
  initials: string[]
  /** As `sort_author` and `author_words`, of the different authors. */
  sortAuthors: string[]
  authorWords: string[]
  /** The indices of all books in the order of titles, and of authors. */
  byTitle: Uint32Array
  byAuthor: Uint32Array
}

/** Books of which the columns are computed at a stretch: ten milliseconds of an old phone. */
const AT_A_STRETCH = 100

/** The columns of some books. What `before` knows of them is not computed again. */
export async function computeColumns(
  given: readonly ColumnBook[],
  genres: CatalogueGenre[],
  before?: CatalogueColumns,
): Promise<CatalogueColumns> {
  const books = inOrder([...given], (a, b) => (a.id < b.id ? -1 : 1))
  const authors = numbered(books.map(({ author }) => author))
  const publishers = numbered(books.map(({ publisher }) => publisher))
  const columns: CatalogueColumns = {
    genres,
    ids: books.map(({ id }) => id),
    titles: books.map(({ title }) => title),
    authors: authors.names,
    authorOf: authors.of,
    publishers: publishers.names,
    publisherOf: publishers.of,
    genreOf: Uint16Array.from(books, ({ genre }) => genre + 1),
    words: [],
    searchTitles: [],
    searchOrders: new Float64Array(books.length),
    initials: [],
    sortAuthors: [],
    authorWords: [],
    byTitle: new Uint32Array(0),
    byAuthor: new Uint32Array(0),
  }
  let computed = 0
  const pause = async () => {
    computed += 1
    if (computed % AT_A_STRETCH === 0) await yieldToBrowser()
  }
  const formerAuthors = new Map(before?.authors.map((author, at) => [author, at]))
  for (const author of authors.names) {
    const former = formerAuthors.get(author) ?? -1
    columns.sortAuthors.push(before?.sortAuthors[former] ?? sortAuthor(author))
    columns.authorWords.push(before?.authorWords[former] ?? authorWords(author))
    // One after the other is the point, here and below.
    if (before?.sortAuthors[former] === undefined) await pause()
  }
  const keys = new Map<number, string>()
  for (const [at, { title, author, publisher, former = -1 }] of books.entries()) {
    columns.words.push(before?.words[former] ?? allWords(title, author, publisher))
    columns.searchTitles.push(before?.searchTitles[former] ?? searchTitle(title))
    columns.searchOrders[at] = before?.searchOrders[former] ?? searchOrder(title)
    if (before?.words[former] === undefined) keys.set(at, sortTitle(title))
    columns.initials.push(before?.initials[former] ?? firstOf(keys.get(at) ?? ''))
    if (keys.has(at)) await pause()
  }
  await sortBooks(columns, books, keys, before)
  return columns
}

/** The first character of a text. */
export const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0)

/** Puts the books in both orders; those of the columns before are in theirs already. `keys` are those of new titles. */
async function sortBooks(
  columns: CatalogueColumns,
  books: readonly ColumnBook[],
  keys: Map<number, string>,
  before: CatalogueColumns | undefined,
): Promise<void> {
  const placeNow = new Map<number, number>()
  const added: number[] = []
  for (const [at, { former }] of books.entries()) {
    if (former === undefined) added.push(at)
    else placeNow.set(former, at)
  }
  const unchanged = (order: Uint32Array | undefined): number[] =>
    Array.from(order ?? []).flatMap((former) => placeNow.get(former) ?? [])
  const titleKey = (at: number): string => {
    const key = keys.get(at) ?? sortTitle(columns.titles[at] ?? '')
    keys.set(at, key)
    return key
  }
  const authorKey = (at: number): string => columns.sortAuthors[columns.authorOf[at] ?? 0] ?? ''
  const byTitle = (a: number, b: number): number => compareKeys(titleKey(a), titleKey(b)) || a - b
  const byAuthor = (a: number, b: number): number => compareKeys(authorKey(a), authorKey(b)) || byTitle(a, b)
  columns.byTitle = merged(unchanged(before?.byTitle), inOrder([...added], byTitle), byTitle)
  await yieldToBrowser()
  columns.byAuthor = merged(unchanged(before?.byAuthor), inOrder([...added], byAuthor), byAuthor)
}

/** Merges a few sorted indices into many sorted ones. */
function merged(
  many: readonly number[],
  few: readonly number[],
  compare: (a: number, b: number) => number,
): Uint32Array {
  const all = new Uint32Array(many.length + few.length)
  let [from, at] = [0, 0]
  for (const one of few) {
    let [low, high] = [from, many.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(many[middle] ?? 0, one) < 0) low = middle + 1
      else high = middle
    }
    while (from < low) all[at++] = many[from++] ?? 0
    all[at++] = one
  }
  while (from < many.length) all[at++] = many[from++] ?? 0
  return all
}

/** Sorts in place: the browsers of 2022 lack `toSorted`. */
function inOrder<Item>(list: Item[], compare: (a: Item, b: Item) => number): Item[] {
  list.sort(compare)
  return list
}

function numbered(names: readonly string[]): { names: string[]; of: Uint32Array } {
  const numbers = new Map<string, number>()
  const of = Uint32Array.from(names, (name) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
  return { names: [...numbers.keys()], of }
}
