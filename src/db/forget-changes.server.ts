import { db } from './client.server.ts'
import { bookChange } from './tables/book-change.ts'

/** Changes that are kept apart, at most: they are looked at with every total. */
const KEPT = 1000

/** Puts one row in place of many changes; it is new, so whoever has counted counts again. */
export async function forgetChanges(): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tx.$count(bookChange)) <= KEPT) return
    await tx.delete(bookChange)
    await tx.insert(bookChange).values({})
  })
}
