import { and, eq, exists, inArray, notExists, sql } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { prepared } from '#base/db/connection/prepared.server.ts'
import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { hold, isOpenLoan, loan } from '#base/db/tables/loan.ts'
import { now } from '#base/lib/clock.ts'

/** Whether a copy is one that is lent. */
export const isLendable = inArray(copy.condition, ['ok', 'damaged'])

/** Whether a copy of the book is on the shelf: one that is lent, not on loan and not put aside. */
export const hasFreeCopy = () =>
  exists(
    readDb()
      .select({ one: sql`1` })
      .from(copy)
      .where(
        and(
          eq(copy.bookId, book.id),
          isLendable,
          notExists(
            readDb()
              .select({ one: sql`1` })
              .from(loan)
              .where(and(eq(loan.copyId, copy.id), isOpenLoan)),
          ),
          notExists(
            readDb()
              .select({ one: sql`1` })
              .from(hold)
              .where(eq(hold.copyId, copy.id)),
          ),
        ),
      ),
  )

/** Whether a copy that is joined with its open loan and its hold can be taken from the shelf. */
export const isFree = sql`${isLendable} and ${loan.id} is null and ${hold.id} is null`
/** Whether a copy is, or will be again, in the library. */
export const isKept = sql`${copy.condition} not in ('lost', 'withdrawn')`

/** The number of free copies and of all, as columns of copies that are joined with their open loan and their hold. */
export const copyCounts = {
  free: sql<number>`(count(*) filter (where ${isFree}))::int`,
  total: sql<number>`(count(*) filter (where ${isKept}))::int`,
}

/** Milliseconds for which what is on the shelf is kept where it is counted: loans are no changes of books. */
const FREE_KEPT = 5000
/** The version of what is on the shelf. */
export const freeNow = (): string => String(Math.floor(now().getTime() / FREE_KEPT))

type CopyCounts = ReadonlyMap<string, { free: number; total: number }>
/** Counts by the ids of the books of a page: most readers ask for the same pages. */
const countsOfPages = new VersionedPromiseCache<CopyCounts>(1000)

const copiesOfBooks = prepared((database) =>
  database
    .select({ bookId: copy.bookId, ...copyCounts })
    .from(copy)
    .leftJoin(loan, and(eq(loan.copyId, copy.id), isOpenLoan))
    .leftJoin(hold, eq(hold.copyId, copy.id))
    .where(sql`${copy.bookId} = any(${sql.placeholder('ids')}::uuid[])`)
    .groupBy(copy.bookId)
    .prepare('copies_of_books'),
)

/** The copies of each of some books, as they were within the last five seconds; undefined while the library does not lend. */
export async function copiesOf(ids: readonly string[]): Promise<CopyCounts | undefined> {
  if (!(await librarySettings()).lending) return undefined
  return countsOfPages.getOrLoad(ids.join(), freeNow(), async () => {
    const rows = await copiesOfBooks().execute({ ids })
    return new Map(rows.map(({ bookId, ...counts }) => [bookId, counts]))
  })
}
