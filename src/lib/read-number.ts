import { now } from './clock.ts'
import { westernDigits } from './search/digits.ts'

// Numbers as catalogues and people write them among other text.

/** Years of the Hijri calendar, which ends with `هـ` or stand before the one that is meant. */
const HIJRI_END = 1500
const YEAR = /(?<!\d)([12]\d{3})(?!\d|\s*ه|\s*AH\b)/gu

/**
 * The year in `[1987]`, `c2003`, `impr. 1999`, `12/05/1998`, `١٩٩٨`, `1419 [1998]`, `2546 [2003]`: the first, but one of
 * another calendar only where there is no other. Undefined for `19--`, `n.d.` and the like.
 */
export function readYear(text: string): number | undefined {
  const years = [...westernDigits(text).matchAll(YEAR)].map(([, year]) => Number(year))
  // Years to come are of the Buddhist calendar.
  return years.find((year) => year >= HIJRI_END && year <= now().getUTCFullYear() + 1) ?? years[0]
}

const PAGES = /([\d\s.,[\]()+-]*\d[\s\])]*)(?:pp?|pages?|pgs?|s|seiten|páginas|ص|صفحات|صفحة|kurasa|kur|uk)(?![\p{L}])/iu

/** The number of pages in `310`, `xii, 310 p.`, `310, [12] p.`, `1 vol. (244 p.)`; undefined where it is not said. */
export function readPages(text: string): number | undefined {
  const western = westernDigits(text).trim()
  if (/^\d{1,6}$/.test(western)) return Number(western)
  const [, counted = ''] = PAGES.exec(western) ?? []
  const numbers = (counted.match(/\d+/g) ?? []).map(Number)
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}
