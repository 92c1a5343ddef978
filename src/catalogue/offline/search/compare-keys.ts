import { compareText } from '#base/lib/search/compare-text.ts'
import { LAST_KEY } from '../derive-book.ts'

// Of all locales of ECMA-402 that browsers know, 'en' sorts as the root of Unicode does; 'und' would mean that of the
// browser.
const collator = new Intl.Collator('en', { sensitivity: 'variant', ignorePunctuation: false, numeric: false })

/** Compares sort keys as the collation und-x-icu of PostgreSQL does: equal ones by their code points. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0
  if (a === LAST_KEY) return 1
  if (b === LAST_KEY) return -1
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
  // Two plain characters at the first difference decide by ASCII: ten times as fast as the collator.
  if (isPlain(one) && isPlain(other)) return (one || 0) - (other || 0)
  return collator.compare(a, b) || compareText(a, b)
}

/** A small letter, digit or space of ASCII, or the end of a key. */
const isPlain = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x20 || Number.isNaN(unit)

/** Compares books of which no two have the same id. */
export const compareIds = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
