import { CELL_MAX } from '../limits.ts'

/** A text as it can be stored: without NUL, which PostgreSQL cannot store, and with U+FFFD for lone surrogates. */
export const storedText = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

/** A text cut to `max` characters, the last of which is then an ellipsis. */
export function cutText(text: string, max: number = CELL_MAX): string {
  if (text.length <= max) return text
  // By way of bytes: a slice of a string holds on to the whole one.
  return `${Buffer.from(text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')).toString()}…`
}
