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

const COUNTED = String.raw`([\d\s.,[\]()+-]*\d[\s\])]*)`
/** What is said of pages that have no printed number, as all of a picture book. */
const UNNUMBERED = String.raw`(?:(?:unnumbered|unpaged|ungezählte|ungez\.|unpaginierte|nicht gezählte|non paginées|non numérotées|sin numerar|não numeradas|non numerate)\s*)?`
const counted = (words: string): RegExp => new RegExp(String.raw`${COUNTED}${UNNUMBERED}(?:${words})(?!\p{L})`, 'iu')

const PAGES = counted(
  'pp?|pages?|pgs?|pág(?:ina)?s?|pags?|paginas?|pagine|s|seiten|sid(?:or|er)?|str|blz|bladzijden|sayfa|hal(?:aman)?|hlm|стр|с|ص|صفحات|صفحة|kurasa|kur|uk',
)
/** Words for the leaves of manuscripts and theses, which are printed on one side. */
const LEAVES = counted('leaves|leaf|ll?|ff?|feuillets?|folios?|fol|hojas?|folhas?|fogli|bl|blatt|blätter|ورقة|أوراق')

/** Characters in which the pages are looked for: patterns take the square of their number. */
const PAGES_MAX = 300

/** `1,024`, `1.024`, `1'024`, and at the beginning `1 024`: with a mark between the thousands. */
const withoutMarks = (text: string): string =>
  text
    .replace(/(?<![\d.,])([1-9]\d{0,2})[.,'’](\d{3})(?!\d|[.,'’]\d)/g, '$1$2')
    .replace(/((?:^|[([,:;])\s*1)[ \u00A0\u202F](\d{3})(?!\d)/g, '$1$2')

/**
 * The number of pages in `310`, `xii, 310 p.`, `310, [12] p.`, `1 vol. (244 p.)`, `32 unnumbered pages`, `1,024 p.`, or of leaves;
 * undefined where it is not said.
 */
export function readPages(text: string): number | undefined {
  const western = withoutMarks(westernDigits(text.slice(0, PAGES_MAX)).trim())
  if (/^\d{1,6}$/.test(western)) return Number(western)
  const [, found = ''] = PAGES.exec(western) ?? LEAVES.exec(western) ?? []
  const numbers = (found.match(/\d+/g) ?? []).map(Number)
  return numbers.length === 0 ? undefined : Math.max(...numbers)
}
