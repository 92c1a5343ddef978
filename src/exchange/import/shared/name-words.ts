/** Words that say nothing: articles, "name of", "full" and the like, also of a book, whose title has no name of its own. */
const EMPTY = new Set(
  'the a an of s de du des da do dos das del della di la le les l d un une et dc main primary principal principale full complete complet complete ya wa la cha za name nom nama jina majina اسم كامل رئيسي'.split(
    ' ',
  ),
)
const BOOK = new Set('book livre buch libro livro buku kitabu vitabu item biblio كتاب'.split(' '))

/** The words of a name without case, accents, plural, articles and what stands in brackets around a plural. */
export const nameWords = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/^ال(?=.{3})/, '').replace(/(?<=[a-z]{3})[sx]$/, ''))
    .filter((word) => word !== '')

/** What a name is about: without the words that say nothing, unless there is nothing else, and without spaces, as in `pubdate`. */
export function meaningOf(name: string): string {
  const words = nameWords(name)
  const telling = words.filter((word) => !EMPTY.has(word))
  const own = telling.filter((word) => !BOOK.has(word))
  // Names such as "Book" or "name of the book" are of the title.
  return own.length > 0 ? own.join('') : telling.length > 0 ? 'title' : words.join('')
}

/** What each of some names is about. */
export const meanings = (names: string): string[] => names.split(', ').map(meaningOf)
