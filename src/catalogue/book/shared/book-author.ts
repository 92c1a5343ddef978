/** Separators between authors, wherever they occur. */
const ALWAYS = /\s*[;؛&]\s*/u
/** Separators only between names of two words or more: "Tolkien, John" has a comma within one name. */
const BETWEEN_NAMES = /\s*[,،]\s*|\s+(?:and|et|na)\s+/iu
/** "Ursula K." after a comma are given names, not another author. */
const ENDS_WITH_INITIAL = /(?:^|\s)\p{L}\.$/u

const isName = (part: string): boolean => /\S\s+\S/u.test(part) && !ENDS_WITH_INITIAL.test(part)

/** The authors in one field, in its order: "Stephen King, Peter Straub" are two, "Tolkien, John" is one. */
export function authorsOf(author: string): string[] {
  const parts = author.split(ALWAYS).flatMap((part) => {
    const names = part.split(BETWEEN_NAMES)
    return names.every(isName) ? names : [part]
  })
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
}

/** Fewer books than this name no author of most of them. */
const SOME = 3

/** The author of more than half of the books; undefined if there is no such author, or fewer than three books. */
export function authorOfMost(books: readonly { author: string }[]): string | undefined {
  if (books.length < SOME) return undefined
  const counts = new Map<string, number>()
  for (const name of books.flatMap(({ author }) => authorsOf(author))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].find(([, count]) => count > books.length / 2)?.[0]
}
