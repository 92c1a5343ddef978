import type { List } from './list.server.ts'
import { readPage, type ListQuery } from './page.server.ts'
import { withTimeout } from './versioned-cache.server.ts'

/** A page of a list with its exact total. */
export async function pageWithTotal<Row extends { id: string }>(list: List<Row>, query: ListQuery) {
  const { total, ...page } = await readPage(list, query)
  return { ...page, total: await total() }
}

/** A page of a list that does not wait for its total: null while it is being counted. */
export async function quickPage<Row extends { id: string }>(list: List<Row>, query: ListQuery) {
  const { total, ...page } = await readPage(list, query)
  return { ...page, total: await withTimeout(total()) }
}
