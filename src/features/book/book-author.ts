/** What parts the names of several authors in one field, wherever it stands. */
const ALWAYS = /\s*[;؛&]\s*/u
/** The same, but only between names of two words or more: a comma stands within "Tolkien, John" as well. */
const BETWEEN_NAMES = /\s*[,،]\s*|\s+(?:and|et|na)\s+/iu
/** "Ursula K." behind a comma are given names, not another author. */
const ENDS_WITH_INITIAL = /(?:^|\s)\p{L}\.$/u

const isName = (part: string): boolean => /\S\s+\S/u.test(part) && !ENDS_WITH_INITIAL.test(part)

/** The authors that one field names, in its order: "Stephen King, Peter Straub" are two, "Tolkien, John" is one. */
export function authorsOf(author: string): string[] {
  const parts = author.split(ALWAYS).flatMap((part) => {
    const names = part.split(BETWEEN_NAMES)
    return names.every(isName) ? names : [part]
  })
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
}
