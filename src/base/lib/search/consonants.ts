/** Maps each letter to its consonant: none for vowels and h, the same for letters that transliterations confuse. */
const LETTERS = new Map(
  [
    ' aeiouwyhاويءهحعىةآأإؤئ',
    'bpبپ',
    'dدذض',
    'fvفڤ',
    'gjجغچژگ',
    'kcqكقخ',
    'lل',
    'mم',
    'nن',
    'rر',
    'sسشص',
    'tتثط',
    'zزظ',
  ].flatMap(([to = '', ...from]) => from.map((letter) => [letter, to.trim()] as const)),
)
LETTERS.set('x', 'ks')
/** Two letters for one sound. */
const PAIRS = /ph|kh|ch|sh|gh|dh|th|ck/g
const PAIR_LETTERS: Record<string, string> = { ph: 'f', kh: 'k', ch: 's', sh: 's', gh: 'g', dh: 'd', th: 't', ck: 'k' }

/** Computed words. The titles of 100,000 books have some 30,000 different ones. */
const known = new Map<string, string>()
const KNOWN_MAX = 50_000

/**
 * The consonants of a folded word in Latin letters, the same for Arabic and its transliterations, and for most
 * misspellings: `mhmd` and `muhammad` are both `md`; without any, the word itself.
 */
export function consonantsOf(word: string): string {
  const stored = known.get(word)
  if (stored !== undefined) return stored
  if (known.size >= KNOWN_MAX) known.clear()
  const letters = word
    .replace(PAIRS, (pair) => PAIR_LETTERS[pair] ?? '')
    .replace(/./gu, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/(.)\1+/gu, '$1')
  known.set(word, letters || word)
  return letters || word
}
