/** Arabic-Indic and Persian digits as 0 to 9 (Unicode blocks Arabic and Arabic Extended): keyboards type them. */
export const westernDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
