import { invalid } from '#lib/app-error.ts'
import { isUuid } from '#lib/uuid.ts'
import type { Listed, Place } from './listed.server.ts'

/** A cursor as clients carry it; they only hand it back. */
export const encodeCursor = (order: string, { rank, keys, id }: Place): string =>
  Buffer.from(JSON.stringify([order, rank, keys, id])).toString('base64url')

/** Reads a cursor; one that Maktaba did not make for a list in this order is refused with a message at `cursor`. */
export function decodeCursor(listed: Pick<Listed<{ id: string }>, 'orders'>, order: string, text: string): Place {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(value) && value.length === 4 && value[0] === order) {
      const [, rank, keys, id]: unknown[] = value
      const isRank = rank === 0 || rank === 1 || rank === 2
      if (isRank && isKeys(keys, listed.orders[order]?.keys.length) && typeof id === 'string' && isUuid(id))
        return { rank, keys, id }
    }
  } catch {
    // Not JSON: not ours.
  }
  throw invalid({ cursor: { key: 'cursor_invalid' } })
}

const isKeys = (value: unknown, length: number | undefined): value is string[] =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((key) => typeof key === 'string' && !key.includes('\0'))
