import { asc, inArray } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { copy } from '#base/db/tables/copy.ts'
import type { CopyColumn } from '#exchange/import/copy-columns.words.ts'
import { onceIfSame } from '#base/lib/list-cell.ts'

/** What an export says of the copies of a book. */
type CopyValues = Record<CopyColumn, number | string[]>

/** The columns of copies that are lists. */
export const COPY_LISTS: readonly CopyColumn[] = [
  'copyNumber',
  'copyPlace',
  'copyCondition',
  'copyNote',
  'copyAcquired',
]

/** By book: how many copies, their numbers, and what else is known of each; once where all copies have the same. */
export async function copiesOfBooks(ids: readonly string[]): Promise<Map<string, CopyValues>> {
  const { bookId, number, location, condition, note, acquiredOn } = copy
  const found = await db
    .select({ bookId, number, location, condition, note, acquiredOn })
    .from(copy)
    .where(inArray(bookId, [...ids]))
    .orderBy(asc(copy.sortNumber))
  return new Map(
    [...Map.groupBy(found, (one) => one.bookId)].map(([id, copies]) => [
      id,
      {
        copies: copies.length,
        copyNumber: copies.map((one) => one.number),
        copyPlace: onceIfSame(copies.map((one) => one.location)),
        // An ordinary copy is a good one.
        copyCondition: onceIfSame(copies.map((one) => one.condition)).filter(
          (one, _, all) => all.length > 1 || one !== 'ok',
        ),
        copyNote: onceIfSame(copies.map((one) => one.note)),
        copyAcquired: onceIfSame(copies.map((one) => one.acquiredOn ?? '')),
      },
    ]),
  )
}
