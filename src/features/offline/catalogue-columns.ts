import { compareKeys } from './compare-keys.ts'
import { allWords, authorWords, searchOrder, searchTitle, sortAuthor, sortTitle } from './derive-book.ts'
import type { CatalogueGenre } from './catalogue-wire.ts'

/** A book of the copy; `genre` is its number in the list of genres, -1 for none. */
export interface ColumnBook {
  /** Of its id as much as tells it from all others, as UUIDs are written. */
  id: string
  title: string
  author: string
  publisher: string
  genre: number
}

/** A copy of the catalogue as it lies on the phone. A book is known by its place, which is that of its id. */
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
  /** The places of all books in the order of titles, and of authors. */
  byTitle: Uint32Array
  byAuthor: Uint32Array
}

/** Lets the phone answer its user in between. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
/** Books of which the columns are computed at a stretch. */
const AT_A_STRETCH = 250

/**
 * The columns of some books. What `former` knows of a book that is still the same is not computed again, and its order
 * is only put right.
 */
export async function columnsOf(books: readonly ColumnBook[], genres: CatalogueGenre[]): Promise<CatalogueColumns> {
  const sorted = inOrder(books.slice(), (a, b) => (a.id < b.id ? -1 : 1))
  const authors = numbered(sorted.map(({ author }) => author))
  const publishers = numbered(sorted.map(({ publisher }) => publisher))
  const columns: CatalogueColumns = {
    genres,
    ids: sorted.map(({ id }) => id),
    titles: sorted.map(({ title }) => title),
    authors: authors.names,
    authorOf: authors.of,
    publishers: publishers.names,
    publisherOf: publishers.of,
    genreOf: Uint16Array.from(sorted, ({ genre }) => genre + 1),
    words: [],
    searchTitles: [],
    searchOrders: new Float64Array(sorted.length),
    initials: [],
    sortAuthors: authors.names.map(sortAuthor),
    authorWords: authors.names.map(authorWords),
    byTitle: new Uint32Array(0),
    byAuthor: new Uint32Array(0),
  }
  const keys: string[] = []
  for (const [at, { title, author, publisher }] of sorted.entries()) {
    columns.words.push(allWords(title, author, publisher))
    columns.searchTitles.push(searchTitle(title))
    columns.searchOrders[at] = searchOrder(title)
    const key = sortTitle(title)
    keys.push(key)
    columns.initials.push(String.fromCodePoint(key.codePointAt(0) ?? 0))
    // One after the other is the point.
    // eslint-disable-next-line no-await-in-loop
    if (at % AT_A_STRETCH === 0) await breathe()
  }
  columns.byTitle = Uint32Array.from(
    inOrder([...sorted.keys()], (a, b) => compareKeys(keys[a] ?? '', keys[b] ?? '') || a - b),
  )
  const place = new Uint32Array(sorted.length)
  for (const [at, book] of columns.byTitle.entries()) place[book] = at
  const authorKey = (book: number): string => columns.sortAuthors[columns.authorOf[book] ?? 0] ?? ''
  columns.byAuthor = Uint32Array.from(
    inOrder(
      [...columns.byTitle],
      (a, b) => compareKeys(authorKey(a), authorKey(b)) || (place[a] ?? 0) - (place[b] ?? 0),
    ),
  )
  return columns
}

/** Sorts in place: the browsers of 2022 cannot sort a copy. */
function inOrder<Item>(list: Item[], compare: (a: Item, b: Item) => number): Item[] {
  // oxlint-disable-next-line unicorn/no-array-sort -- see above
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
