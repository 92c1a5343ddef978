/** A title split from the text in brackets at its end, which in real catalogues is the series. */
export interface TitleParts {
  main: string
  /** The text in brackets, without these; empty for none. */
  series: string
}

/** Splits "10th Anniversary (Women's Murder Club, #10)" into "10th Anniversary" and "Women's Murder Club, #10". */
export function partsOfTitle(title: string): TitleParts {
  const whole = { main: title, series: '' }
  const text = title.trimEnd()
  if (!text.endsWith(')')) return whole
  const start = openingOf(text)
  const main = text.slice(0, Math.max(start, 0)).trim()
  const series = text.slice(start + 1, -1).trim()
  return main && series ? { main, series } : whole
}

/** Index of the bracket that the last character closes; -1 when no bracket opens. */
function openingOf(text: string): number {
  let depth = 0
  for (let index = text.length - 1; index >= 0; index--) {
    if (text[index] === ')') depth++
    if (text[index] === '(') depth--
    if (depth === 0) return index
  }
  return -1
}

/**
 * What finds the other books of a series that a title names in brackets: its list where the number stands right behind the name
 * (`Discworld, #29`), else a search; undefined for text without a number.
 */
export function searchOfSeries(series: string): { series: string } | { searchTerm: string } | undefined {
  const name = nameOfSeries(series)
  if (!/\d/.test(series) || name === '') return undefined
  return /^[^\d#]*#\d/.test(series) ? { series: name } : { searchTerm: name }
}

/** The name of the first series in "Discworld, #29; City Watch, #6". */
export const nameOfSeries = (series: string): string => (series.split(';')[0] ?? '').replace(/[\s,#]*\d.*$/u, '').trim()
