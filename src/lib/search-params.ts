/**
 * Reads the query of an address: every value is text, as it was typed. (The router's own parser makes `1984` a number
 * and `true` a boolean.) A parameter that is repeated becomes an array, which no schema of one text accepts.
 */
export function parseSearchParams(query: string): Record<string, string | string[]> {
  const params = new URLSearchParams(query)
  return Object.fromEntries(
    Array.from(new Set(params.keys()), (key) => {
      const [first = '', ...more] = params.getAll(key)
      return [key, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/** Writes the query of an address, with its question mark; empty where nothing is defined. */
export function stringifySearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one))
  }
  const query = params.toString()
  return query && `?${query}`
}
