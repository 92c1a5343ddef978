import { toJSONAsync } from 'seroval'

// All measured URLs.

/** Headers of a browser's call of a server function. */
export const FUNCTION_HEADERS = {
  'x-tsr-serverFn': 'true',
  accept: 'application/x-tss-framed, application/x-ndjson, application/json',
  'sec-fetch-site': 'same-origin',
}

/** The URL of a server function with its input in TanStack Start's serialisation. */
export async function functionPath(name: string, data?: Record<string, unknown>): Promise<string> {
  if (data === undefined) return `/_serverFn/${name}`
  return `/_serverFn/${name}?${new URLSearchParams({ payload: JSON.stringify(await toJSONAsync({ data })) })}`
}

type Query = Record<string, string | number | undefined>

/** The path of the list in the REST API. */
export const restBooks = (query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? '/api/v1/books' : `/api/v1/books?${new URLSearchParams(given)}`
}

/** The URL by which the page requests the list. */
export const listBooks = (query: { searchTerm?: string; cursor?: string; sort?: string } = {}): Promise<string> =>
  functionPath('book.listBooks', { searchTerm: '', ...query })
