/**
 * Parses a query string without converting values: the router's own parser turns `1984` into a number and `true` into a
 * boolean. A repeated parameter becomes an array, which a string schema rejects.
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

/** Formats a query string with its question mark; empty if no value is defined. */
export function stringifySearchParams(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) params.append(key, String(item))
  }
  const query = params.toString()
  return query && `?${query}`
}
