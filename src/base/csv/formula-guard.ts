/** The beginning of what a spreadsheet takes for a formula, full-width signs too, and of a text that is guarded against it. */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r]/

/** Writes a text so that no spreadsheet calculates it: with an apostrophe before it. `unguard` is the way back. */
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** A text as a formula, by which programs keep spreadsheets from taking `007` for a number: `="007"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** The text without its guard, whether ours or that of other programs. */
export function unguardFormula(text: string): string {
  if (text.startsWith("'") && FORMULA.test(text)) return text.slice(1)
  const [, quoted] = TEXT_FORMULA.exec(text) ?? []
  return quoted === undefined ? text : quoted.replaceAll('""', '"')
}
