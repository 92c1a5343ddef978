import { isUuid } from '#lib/uuid.ts'
import { invalid } from '#lib/app-error.ts'

/** Where a page of books ended: the sort key and the id of its last row. */
export interface BookCursor {
  sortTitle: string
  id: string
}

/** A cursor as clients carry it; they only hand it back. */
export const encodeCursor = ({ sortTitle, id }: BookCursor): string =>
  Buffer.from(JSON.stringify([sortTitle, id])).toString('base64url')

/** Reads a cursor; one that Maktaba did not make is refused with a message at `cursor`. */
export function decodeCursor(text: string): BookCursor {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (Array.isArray(value) && value.length === 2) {
      const [sortTitle, id]: unknown[] = value
      if (typeof sortTitle === 'string' && !sortTitle.includes('\0') && typeof id === 'string' && isUuid(id))
        return { sortTitle, id }
    }
  } catch {
    // Not JSON: not ours.
  }
  throw invalid({ cursor: { key: 'cursor_invalid' } })
}
