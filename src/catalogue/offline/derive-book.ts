import { fold } from '#base/lib/search/fold.ts'
import { searchWords, TITLE_END } from '#base/lib/search/fold-words.ts'
import type { WireBook } from './catalogue-wire.ts'
import { authorOrder } from './search/author-order.ts'

// The columns that the trigger `book_derived` computes in the database, for the offline catalogue: the functions of the
// same names in src/base/db/sql, of which a test compares the results.

/** What is computed of a book, as in the columns of the same names of the table `book`. */
export interface DerivedFields {
  allWords: string
  authorWords: string
  searchTitle: string
  searchOrder: number
  sortTitle: string
  sortAuthor: string
}

/** The texts of a book of which its `DerivedFields` are computed. */
export type DerivingTexts = Pick<WireBook, 'title' | 'author' | 'publisher' | 'series' | 'shelfMark'>

/** What the trigger computes of a book. */
export const deriveBook = (book: DerivingTexts): DerivedFields => ({
  allWords: allWords(book),
  authorWords: `${spaced(searchWords(book.author)) || ' '} `,
  searchTitle: searchTitle(book.title),
  searchOrder: searchOrder(book.title),
  sortTitle: cut(sortKey(withoutArticle(book.title)), 200),
  sortAuthor: trim(book.author) === '' ? LAST_KEY : cut(sortKey(authorOrder(book.author)), 200),
})

const ALPHA = '\\p{L}'
const ALNUM = '\\p{L}\\p{Nd}'
const SPACE = '\\p{Z}\\t-\\r\\x1c-\\x1f\\x85'

/** Cuts to so many characters of Unicode. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : [...text].slice(0, length).join('')

/** Trims spaces alone. */
const trim = (text: string): string => text.replace(/^ +| +$/g, '')

/** Letters of either case, without those that the flag `i` adds, such as the long s. */
const anyCase = (words: string): string => words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)

const ARTICLE = new RegExp(
  `^[^${ALNUM}]*(?:(?:` +
    `(?:${anyCase('the|an|le|la|les|un|une|des')})[${SPACE}]` +
    `|[aA](?![${SPACE}]+(?:${anyCase('is|to|for|and|la')})(?![${ALNUM}_]))(?![${SPACE}]+[lL]['\\u2019])[${SPACE}]` +
    `|[lL]['\\u2019\\u02BC\\u00B4]` +
    `|[\\u0627\\u0671][\\u064B-\\u065F]*\\u0644` +
    `(?!(?:\\u0644\\u0647|\\u0630\\u064A|\\u062A\\u064A|\\u0630\\u064A\\u0646)(?![${ALNUM}_]))` +
    `(?=[\\u064B-\\u065F]*${ALPHA}[\\u064B-\\u065F]*${ALPHA})` +
    `)[^${ALNUM}]*)?(?=[${ALNUM}])`,
  'u',
)

const withoutArticle = (title: string): string => title.replace(ARTICLE, '')

const withoutBrackets = (title: string): string =>
  /[)\]] *$/.test(title) ? title.replace(/([^ ]) *(?:[([][^[\]()]*[)\]] *)+$/, '$1') : title

const SIGNS_BEFORE = new RegExp(`^[^${ALNUM}]+(?=[${ALNUM}])`, 'u')
const PUNCTUATION = new RegExp(`[\\p{P}${SPACE}]+`, 'gu')

/** What a text is filed under. */
function sortKey(text: string): string {
  const folded = fold(text)
  let key = folded.replaceAll("'", '')
  if (/[^a-z0-9 \u0621-\u064A]| {2}/.test(key)) key = key.replace(SIGNS_BEFORE, '').replace(PUNCTUATION, ' ')
  return trim(key) || folded || text
}

/** Sorts behind all others: the key of books without an author. */
export const LAST_KEY = '\uFFFF'

/** The words of a title by which it is looked up: without leading article, and without series in brackets. */
export const searchTitle = (title: string): string =>
  cut(searchWords(withoutArticle(withoutBrackets(title))).join(' '), 200)

const spaced = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('')

/** All words of a book, each behind a space, and U+001F behind those of the title; not those of subjects, which are not sent. */
function allWords({ title, author, publisher, series, shelfMark }: DerivingTexts): string {
  const others = [author, publisher, series, shelfMark].map((text) => spaced(searchWords(text)))
  return (spaced(searchWords(title)) || ' ') + TITLE_END + others.join('')
}

const lengthOf = (text: string): number => [...text].length
const VOLUME = /[([] *([^[\]()#]*[^[\]()#, ]),? +#([0-9]{1,3}(?:\.[0-9])?) *[;)\]]/

/** The order of titles that begin alike: shorter first, volumes of a series by their number. */
function searchOrder(title: string): number {
  const name = withoutArticle(withoutBrackets(title)).toLowerCase()
  let letters = lengthOf(name.replace(/ *: [^]*$/, ''))
  let number = 9999
  const [, seriesName, volume] = VOLUME.exec(title) ?? []
  if (seriesName !== undefined && volume !== undefined) {
    const series = withoutArticle(seriesName).toLowerCase()
    if (`${name} `.startsWith(`${series} `)) {
      letters = lengthOf(series)
      number = Math.round(Number(volume) * 10)
    }
  }
  return Math.min(letters, 999) * 10_000_000 + number * 1000 + Math.min(lengthOf(title), 999)
}
