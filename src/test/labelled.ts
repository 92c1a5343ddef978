const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text
}

/** Puts a short name before each row of a `test.each`, for `%s`: values of many thousand letters are cut. */
export const labelled = <const T extends readonly unknown[]>(rows: readonly T[]): [string, ...T][] =>
  rows.map((row) => [row.map(short).join(' '), ...row])

/** The same for single values. */
export const labelledValues = <const T>(values: readonly T[]): [string, T][] =>
  values.map((value) => [short(value), value])
