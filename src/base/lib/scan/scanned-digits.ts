// From 0 to 9; `)` is the key of the hyphen.
const FRENCH_KEYS = 'à&é"\'(-è_ç)'

/**
 * The digits and hyphens of a bar code. A scanner is a keyboard that presses the keys of digits, which on a French layout type
 * other signs; a text with any digit stays.
 */
export const scannedDigits = (text: string): string =>
  /\p{N}/u.test(text)
    ? text
    : text.replace(/[à&é"'(\-è_ç)]/g, (sign) => '0123456789-'.charAt(FRENCH_KEYS.indexOf(sign)))
