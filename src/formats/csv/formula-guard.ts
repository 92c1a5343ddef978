/** The beginning of what a spreadsheet takes for a formula, full-width signs too, and of a text that is guarded against it. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/

/** Writes a text so that no spreadsheet calculates it: with an apostrophe before it. `unguard` is the way back. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

export const unguardFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
