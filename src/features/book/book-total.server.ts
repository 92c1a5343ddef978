import { sql, type SQL } from 'drizzle-orm'
import { db, type Database } from '#db/client.server.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { book } from '#db/tables/book.ts'

interface Counted {
  /** Of the books that were counted. */
  version: string
  total: Promise<number>
}

/** Totals that are kept; the one asked for longest ago goes first. */
const KEPT = 500
const kept = new WeakMap<Database, Map<string, Counted>>()

/**
 * How many books a list has, exactly: counted once, and again after any change of any book by whoever. `key`
 * names what `condition` asks.
 */
export async function totalOf(key: string, condition: SQL | undefined): Promise<number> {
  const totals = kept.get(db) ?? new Map<string, Counted>()
  kept.set(db, totals)
  // Read before the count: a change between the two makes the next reader count again.
  const version = await currentVersion()
  const known = totals.get(key)
  const total = known?.version === version ? known.total : db.$count(book, condition)
  totals.delete(key)
  totals.set(key, { version, total })
  if (totals.size > KEPT) for (const oldest of totals.keys()) if (totals.size > KEPT) totals.delete(oldest)
  try {
    return await total
  } catch (error) {
    totals.delete(key)
    throw error
  }
}

async function currentVersion(): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select count(*) || ':' || coalesce(sum(${bookChange.id}), 0) as version from ${bookChange}`,
  )
  return rows[0]?.version ?? ''
}
