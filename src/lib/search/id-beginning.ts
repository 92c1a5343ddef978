/** Hexadecimal digits of a UUID of version 7 that say when it was made; what is shorter is no beginning of one. */
export const TIME_DIGITS = 12
/** Hexadecimal digits of the ids of offline catalogues, at least: what is drawn by the id of a book is drawn by these. */
export const LEAST_DIGITS = 16

/** Hexadecimal digits as UUIDs are written, or as they begin. */
export const withDashes = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)]
    .filter((part) => part !== '')
    .join('-')

/** The part of an id, or of its beginning, that the server and offline catalogues both have. */
export const coverSeed = (id: string): string => withDashes(id.replaceAll('-', '').slice(0, LEAST_DIGITS))

/** The digits of the beginning of an id, with or without dashes; undefined for any other text, and for a short one. */
export function beginningOf(text: string): string | undefined {
  const digits = text.toLowerCase().replaceAll('-', '')
  const isBeginning = /^[0-9a-f]{12,32}$/.test(digits) && [digits, withDashes(digits)].includes(text.toLowerCase())
  return isBeginning ? digits : undefined
}
