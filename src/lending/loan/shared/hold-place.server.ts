import { sql } from 'drizzle-orm'
import { hold } from '#base/db/tables/loan.ts'

/** How many wait before a hold, and it, where holds are joined with books. One that is put aside has no place any more. */
export const holdPlace = sql<number>`(select count(*)::int from hold as other where other.book_id = ${hold.bookId}
  and other.copy_id is null and (other.placed_at, other.id) <= (${hold.placedAt}, ${hold.id}))`
