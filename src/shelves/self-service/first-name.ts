/** Words that are a name only together with the next one, as in عبد الله. */
const OPENING = new Set(['عبد', 'أبو', 'ابو', 'أم', 'بنت', 'ابن', 'abd', 'abdul', 'abdoul', 'abou', 'abu'])

const isCapitals = (word: string): boolean =>
  word !== word.toLowerCase() && word === word.toUpperCase() && word.length > 1

/**
 * The first name in a whole name, which is all that a self-service corner says of a borrower: what stands behind the comma of
 * `Diop, Fatou`, the first word that is not in capitals of `DIOP Fatou`, else the first word.
 */
export function firstNameOf(name: string): string {
  const [before = '', behind = ''] = name.split(/[,،]/, 2).map((part) => part.trim())
  const words = (behind || before).split(/\s+/)
  const isMixed = words.some(isCapitals) && words.some((word) => !isCapitals(word) && word !== word.toUpperCase())
  const at = isMixed ? words.findIndex((word) => !isCapitals(word) && word !== word.toUpperCase()) : 0
  const first = words[at] ?? ''
  const next = words[at + 1]
  return OPENING.has(first.toLowerCase()) && next !== undefined ? `${first} ${next}` : first
}
