const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length})` : text
}

/** Adds a short name to each row of a `test.each`, for `%s`; truncates long values. */
export const labelled = <const T extends readonly unknown[]>(rows: readonly T[]): [string, ...T][] =>
  rows.map((row) => [row.map(short).join(' '), ...row])

/** The same for single values. */
export const labelledValues = <const T>(values: readonly T[]): [string, T][] =>
  values.map((value) => [short(value), value])
