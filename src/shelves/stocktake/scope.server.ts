import { sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import type { Scope } from './stocktake.schema.ts'

const order = (mark: string): SQL => sql`public.shelf_mark_order(${mark}::text) collate "public"."counted"`

/** Whether the shelf mark of a book `b` is in a range. A book without one is in none. */
export function isInRange({ shelfFrom, shelfTo }: Pick<Scope, 'shelfFrom' | 'shelfTo'>): SQL {
  const parts = [
    ...(shelfFrom === '' ? [] : [sql`b.sort_shelf_mark >= ${order(shelfFrom)}`]),
    // The last one is counted with what begins as it: up to `R` has `R LAY`.
    ...(shelfTo === ''
      ? []
      : [sql`(b.sort_shelf_mark <= ${order(shelfTo)} or starts_with(upper(b.shelf_mark), upper(${shelfTo}::text)))`]),
  ]
  return parts.length === 0 ? sql`true` : sql`(b.shelf_mark <> '' and ${sql.join(parts, sql` and `)})`
}

/** Whether a copy `c` of a book `b` is expected: it stands there, and is neither lost nor withdrawn. */
export const isExpected = (scope: Scope): SQL =>
  sql`(c.condition not in ('lost', 'withdrawn') and (${scope.location}::text is null or c.location = ${scope.location}) and ${isInRange(scope)})`

/** How many copies are expected. */
export async function countExpected(on: Queryable, scope: Scope): Promise<number> {
  const { rows } = await on.execute<{ copies: number }>(sql`
    select count(*)::int as copies from copy as c join book as b on b.id = c.book_id where ${isExpected(scope)}`)
  return rows[0]?.copies ?? 0
}
