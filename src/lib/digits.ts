/** Converts Arabic-Indic and Persian digits, as keyboards type them, to 0-9. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
