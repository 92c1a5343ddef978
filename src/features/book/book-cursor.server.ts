import { isUuid } from '#lib/uuid.ts'
import { invalid } from '#lib/app-error.ts'
import type { Rank } from './book-search.server.ts'

/** A book's place in a list, and where a page ended: rank in a search (0 without one), sort key and id. */
export interface BookCursor {
  rank: Rank
  sortTitle: string
  id: string
}

/** A cursor as clients carry it; they only hand it back. */
export const encodeCursor = ({ rank, sortTitle, id }: BookCursor): string =>
  Buffer.from(JSON.stringify([rank, sortTitle, id])).toString('base64url')

/** Reads a cursor; one that Maktaba did not make is refused with a message at `cursor`. */
export function decodeCursor(text: string): BookCursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(value) && value.length === 3) {
      const [rank, sortTitle, id]: unknown[] = value
      const isRank = rank === 0 || rank === 1 || rank === 2
      if (isRank && typeof sortTitle === 'string' && !sortTitle.includes('\0') && typeof id === 'string' && isUuid(id))
        return { rank, sortTitle, id }
    }
  } catch {
    // Not JSON: not ours.
  }
  throw invalid({ cursor: { key: 'cursor_invalid' } })
}
