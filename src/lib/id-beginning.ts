/** Hexadecimal digits that a beginning of an id has at least: those that say when a UUID of version 7 was made. */
export const LEAST_DIGITS = 12

/** Hexadecimal digits as UUIDs are written, or as they begin. */
export const withDashes = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)]
    .filter((part) => part !== '')
    .join('-')

/** The digits of the beginning of an id, with or without dashes; undefined for any other text, and for a short one. */
export function beginningOf(text: string): string | undefined {
  const digits = text.toLowerCase().replaceAll('-', '')
  const isBeginning = /^[0-9a-f]{12,32}$/.test(digits) && [digits, withDashes(digits)].includes(text.toLowerCase())
  return isBeginning ? digits : undefined
}
