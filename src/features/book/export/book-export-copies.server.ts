import { asc, inArray } from 'drizzle-orm'
import { db } from '#db/connection/client.server.ts'
import { copy } from '#db/tables/copy.ts'
import type { copyColumns } from '#features/copy/shared/copy-columns.words.ts'

/** What an export says of the copies of a book. */
type CopyValues = Record<keyof typeof copyColumns, number | string[]>

/** The columns of copies that are lists. */
export const COPY_LISTS: readonly (keyof CopyValues)[] = ['copyNumber', 'copyPlace']

/** Of books that have copies: how many, their numbers, and the place of each, or one where all stand there. */
export async function copiesOfBooks(ids: readonly string[]): Promise<Map<string, CopyValues>> {
  const { bookId, number, location } = copy
  const found = await db
    .select({ bookId, number, location })
    .from(copy)
    .where(inArray(bookId, [...ids]))
    .orderBy(asc(copy.sortNumber))
  return new Map(
    [...Map.groupBy(found, (one) => one.bookId)].map(([id, copies]) => {
      const places = copies.map((one) => one.location)
      const distinct = [...new Set(places)]
      return [
        id,
        {
          copies: copies.length,
          copyNumber: copies.map((one) => one.number),
          copyPlace: distinct.length > 1 ? places : distinct.filter((place) => place !== ''),
        },
      ]
    }),
  )
}
