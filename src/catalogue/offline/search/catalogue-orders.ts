import { compareText } from '#base/lib/search/compare-text.ts'
import { sorted } from '#base/lib/search/sorted.ts'
import type { OfflineBook } from '../catalogue.ts'

// Orders that are computed when they are asked for. Books whose keys are equal stay in the order of titles.

// As the collation `counted` of the database.
const counting = new Intl.Collator('en', { sensitivity: 'variant', ignorePunctuation: false, numeric: true })
const compareCounting = (a: string, b: string): number => counting.compare(a, b) || compareText(a, b)

/** Books, which come in the order of titles, in another one. */
export function orderedBy(
  byTitle: readonly OfflineBook[],
  sort: 'year' | 'year-asc' | 'shelfMark' | 'volume',
): OfflineBook[] {
  if (sort === 'volume') return sorted(byTitle, (a, b) => compareCounting(a.volume, b.volume))
  if (sort === 'shelfMark') {
    const marks = new Map(byTitle.map((book) => [book, shelfMarkOrder(book.shelfMark)]))
    const markOf = (book: OfflineBook): string => marks.get(book) ?? ''
    return sorted(
      byTitle,
      (a, b) => behind(a.shelfMark === '', b.shelfMark === '') || compareCounting(markOf(a), markOf(b)),
    )
  }
  const direction = sort === 'year' ? -1 : 1
  return sorted(
    byTitle,
    (a, b) => behind(a.year === null, b.year === null) || direction * ((a.year ?? 0) - (b.year ?? 0)),
  )
}

/** Books without the value come last. */
const behind = (a: boolean, b: boolean): number => Number(a) - Number(b)

/** As `shelf_mark_order` in the database: digits behind the point of a class of three digits are decimals. */
const shelfMarkOrder = (mark: string): string =>
  mark.replace(/\d/g, (digit, at: number) => (/(?:^|\D)\d{3}\.\d*$/.test(mark.slice(0, at)) ? ` ${digit}` : digit))
