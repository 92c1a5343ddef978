/** The Arabic article as `fold_words` writes it, which stands before a word that people leave it out of. */
export const ARABIC_ARTICLE = 'AB'

/** A search of more words is no title with its author: it would be read in too many ways. */
const MOST_WORDS = 8

/** Every way to part a search in two: title and author. */
export function partTitleAndAuthor(search: string): [title: string, author: string][] {
  const words = search.trim().split(/\s+/)
  if (words.length > MOST_WORDS) return []
  return words.slice(1).flatMap((_, index): [string, string][] => {
    const [head, tail] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return [
      [head, tail],
      [tail, head],
    ]
  })
}
