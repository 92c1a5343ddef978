/** Converts Arabic-Indic, Persian and full-width digits, as keyboards type them, to 0-9. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) & 0xf))

/**
 * The digits of a code as it is typed or pasted: without spaces, dashes, points and invisible signs, or those of a sentence
 * that has one code. Letters stay.
 */
export function codeDigits(text: string): string {
  const western = westernDigits(text)
  const codes = western.split(/\D+/).filter(({ length }) => length === 6)
  return codes.length === 1 && /\p{L}{2}/u.test(western) ? (codes[0] ?? '') : western.replace(/[^\p{L}\p{N}]/gu, '')
}
