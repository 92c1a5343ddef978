import { createError } from '#errors/create-error.server.ts'
import { isUuid } from '#lib/uuid.ts'
import type { List, Order, ListPosition, Rank } from './list.server.ts'
import { isTimestamp, isDefaultOrder } from './order.server.ts'
import { isTitleRank, RANK } from './ranks.server.ts'

type CursorList = Pick<List<{ id: string }>, 'orders' | 'search'>

/** A cursor as clients carry it; they only hand it back. */
export const encodeCursor = (order: string, { rank, keys, id }: ListPosition): string =>
  Buffer.from(JSON.stringify([order, rank, keys, id])).toString('base64url')

/**
 * Reads a cursor; one that Maktaba did not make for a list in this order, with or without a search, is refused with a
 * message at `cursor`.
 */
export function decodeCursor(listed: CursorList, order: string, isSearch: boolean, text: string): ListPosition {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(value) && value.length === 4 && value[0] === order) {
      const [, rank, keys, id]: unknown[] = value
      const isPlace = isRank(rank) && rank > 0 === (isSearch && isDefaultOrder(listed, order))
      if (isPlace && isKeys(keys, keysOf(listed, order, rank)) && typeof id === 'string' && isUuid(id))
        return { rank, keys, id }
    }
  } catch {
    // Not JSON: not ours.
  }
  throw createError('VALIDATION_ERROR', { fields: { cursor: { key: 'cursor_invalid' } } })
}

const isRank = (value: unknown): value is Rank =>
  typeof value === 'number' && (value === 0 || Object.values<number>(RANK).includes(value))

/** The sort keys of a place: hits that were found by their title have others than the rest. */
const keysOf = ({ orders, search }: CursorList, order: string, rank: Rank): Order['keys'] | undefined =>
  isTitleRank(rank) ? search?.title && [search.title.order, search.title.key] : orders[order]?.keys

const isKeys = (value: unknown, columns: Order['keys'] | undefined): value is string[] =>
  columns !== undefined &&
  Array.isArray(value) &&
  value.length === columns.length &&
  columns.every((column, index) => {
    const key: unknown = value[index]
    return typeof key === 'string' && (isTimestamp(column) ? isTime(key) : !key.includes('\0'))
  })

/** A moment as `place.server.ts` writes it, which PostgreSQL reads: no 31 February. */
function isTime(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text)) return false
  const time = new Date(text)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === text.slice(0, 19)
}
