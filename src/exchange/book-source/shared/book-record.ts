import { findIsbns } from '#base/lib/isbn.ts'
import { readPages } from '#base/lib/read-number.ts'

/** The texts of a record of another catalogue, by column, as of a row of a file. */
export type BookRecord = Record<string, string>

const filled = (record: BookRecord): number => Object.values(record).filter((text) => text !== '').length

/** The ISBNs of a record; one of 10 digits also where its check digit is wrong, which catalogues copy from the book. */
const namesOf = ({ isbn = '' }: BookRecord): string[] => {
  const { isbns, wrong } = findIsbns(isbn)
  return [...isbns, ...wrong]
}

// The nine digits that ISBN-10 and ISBN-13 share.
const isNamed = (record: BookRecord, isbn: string): boolean =>
  namesOf(record).some((named) => named.replaceAll(/\D/g, '').includes(isbn.slice(3, 12)))

/** Whether a record names ISBNs, and not this one: its own is another, and this one stands there as that of another form. */
export const namesAnother = (record: BookRecord, isbn: string): boolean =>
  namesOf(record).length > 0 && !isNamed(record, isbn)

/** Whether a record describes several volumes at once: `7 Bde.`, published `1999-2007`. */
const isOfSet = ({ pages = '', year = '' }: BookRecord): boolean =>
  readPages(pages) === undefined &&
  (/\d\s*(?:b(?:än)?de?|vols?|volumes?|v|t|tomes?|parts?|tle?|teile?|مجلدات|أجزاء)(?!\p{L})/iu.test(pages) ||
    /\d{4}\s*[-–]\s*(?:\d{4}|$|\])/.test(year))

/**
 * The record that says most about an ISBN: of those that name it, else of those that name none, since records exist without one,
 * else of all. That of a volume goes before that of its set, which has the number too. Undefined if none has a title.
 */
export function fullestRecord(records: readonly BookRecord[], isbn: string): BookRecord | undefined {
  const rankOf = (record: BookRecord): number =>
    (isNamed(record, isbn) ? 4 : namesAnother(record, isbn) ? 0 : 2) + (isOfSet(record) ? 0 : 1)
  const titled = records.filter(({ title = '' }) => title.trim() !== '')
  const isBetter = (record: BookRecord, best: BookRecord): boolean =>
    rankOf(record) === rankOf(best) ? filled(record) > filled(best) : rankOf(record) > rankOf(best)
  const [first, ...rest] = titled
  return first && rest.reduce((best, record) => (isBetter(record, best) ? record : best), first)
}
