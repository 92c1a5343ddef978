/** The texts of a record of another catalogue, by column, as of a row of a file. */
export type BookRecord = Record<string, string>

const filled = (record: BookRecord): number => Object.values(record).filter((text) => text !== '').length

/**
 * The record that says most about an ISBN: of those that name it, else of all, since records exist without one.
 * Undefined if none has a title.
 */
export function fullestRecord(records: readonly BookRecord[], isbn: string): BookRecord | undefined {
  // The nine digits that ISBN-10 and ISBN-13 share.
  const digits = isbn.slice(3, 12)
  const titled = records.filter(({ title = '' }) => title.trim() !== '')
  const naming = titled.filter(({ isbn: named = '' }) => named.replaceAll('-', '').includes(digits))
  const [first, ...rest] = naming.length > 0 ? naming : titled
  return first && rest.reduce((best, record) => (filled(record) > filled(best) ? record : best), first)
}
