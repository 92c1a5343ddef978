// From 0 to 9.
const FRENCH_DIGITS = 'à&é"\'(-è_ç'

/**
 * The digits of a bar code. A scanner is a keyboard that presses the keys of digits, which on a French layout type other
 * signs; a text with any digit stays.
 */
export const scannedDigits = (text: string): string =>
  /\p{N}/u.test(text) ? text : text.replace(/[à&é"'(\-è_ç]/g, (sign) => String(FRENCH_DIGITS.indexOf(sign)))
