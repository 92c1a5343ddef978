import { fold } from '#base/lib/search/fold.ts'
import { foldedWords, wordsOfFolded } from '#base/lib/search/fold-words.ts'
import { authorsOf } from '#catalogue/book/shared/book-author.ts'
import { takeNumbers } from './title-volume.ts'

/** What two books are compared by: parts of title and author, edition, volume and ISBNs. */
export interface BookProfile {
  /** Folded words of the title without article, brackets and numbers. */
  title: string[]
  /** As `title`, up to the subtitle; equal to it without one. */
  main: string[]
  /** The numbers of the title, with those of volumes. Books with different numbers are different books. */
  numbers: number[]
  /** What stands in brackets at the end of the title. */
  series: { words: string[]; numbers: number[] }
  /** The words of each author, the surname last where it stands before a comma; single letters are initials. */
  authors: string[][]
  /** Folded. Books of different editions are different books. */
  edition: string
  /** Numbers of the volume, else its words, folded. Two volumes are different books, also with one ISBN for a set. */
  volume: string
  isbns: readonly string[]
}

/** The fields that a profile is made of. */
export interface ProfiledBook {
  title: string
  author: string
  edition: string
  volume: string
  isbn: readonly string[]
}

/** Leading articles in the languages of the interface, and of German and Spanish. */
const ARTICLES = new Set('the a an le la les l un une des el los las der die das ein eine il lo'.split(' '))
const AND = new Set(['and', 'et', 'na', 'und'])
/** A subtitle begins behind the first of these separators that has words before it. */
const SUBTITLE = /^(.*?[\p{L}\p{N}].*?)(?:\s*[:;؛]\s+|\s+:\s*|\s+[-‐-―/=]\s+|\.\s+|،\s+(?=\S+\s+\S+))(.*)$/u
/** Brackets at the end, but for a full stop or a quote: series, volume, edition. */
const BRACKETS = /\s*[([]([^()[\]]*)[)\]][\s.,;:!?"']*$/u

export function profileOf(book: ProfiledBook): BookProfile {
  let rest = fold(book.title)
  const bracketed: string[] = []
  for (let match = BRACKETS.exec(rest); match && match.index > 0; match = BRACKETS.exec(rest)) {
    bracketed.push(match[1] ?? '')
    rest = rest.slice(0, match.index)
  }
  const whole = takeNumbers(rest)
  const series = takeNumbers(bracketed.join(' '))
  const head = SUBTITLE.exec(rest)?.[1]
  const title = plainWords(whole.words)
  const main = head === undefined ? title : plainWords(takeNumbers(head).words)
  return {
    title: title.length > 0 ? title : wordsOfFolded(rest),
    main: main.length > 0 ? main : title,
    numbers: whole.numbers,
    series: { words: plainWords(series.words), numbers: series.numbers },
    authors: authorsOf(book.author)
      .map(nameWords)
      .filter((words) => words.length > 0),
    edition: fold(book.edition),
    volume: volumeOf(fold(book.volume)),
    isbns: book.isbn,
  }
}

/** `tome 2` is `2`. */
function volumeOf(text: string): string {
  const { numbers } = takeNumbers(text)
  return numbers.length > 0 ? numbers.join(' ') : text.trim()
}

/** Without leading article, and without "and", which stands for "&". */
function plainWords(all: string[]): string[] {
  const words = all.filter((word) => !AND.has(word))
  const [first = '', ...rest] = words
  if (rest.length > 0 && ARTICLES.has(first)) return rest
  return words.map(withoutAl)
}

/** The Arabic article is a part of its word, also after "and". */
const withoutAl = (word: string): string => word.replace(/^(و?)ال(?=\p{L}{2})/u, '$1')

/** The folded words of a name, surname last: "Tolkien, J. R. R." gives j r r tolkien. Without the Arabic article. */
function nameWords(name: string): string[] {
  const [surname = '', ...given] = name.split(/[,،]/u)
  const words = foldedWords(given.length > 0 ? `${given.join(' ')} ${surname}` : name)
  return words.map(withoutAl)
}
