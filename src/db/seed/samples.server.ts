import { eq, gt, sql } from 'drizzle-orm'
import { withActor } from '#db/actor.server.ts'
import { db } from '../connection/client.server.ts'
import { book } from '../tables/book.ts'
import { isSampleBook, sampleBook } from '../tables/sample-book.ts'

/** Counts the sample books, unchanged and edited. */
export async function countSamples(): Promise<{ untouched: number; changed: number }> {
  const [row] = await db
    .select({
      untouched: sql<number>`count(*) filter (where ${book.version} = 1)::int`,
      changed: sql<number>`count(*) filter (where ${book.version} > 1)::int`,
    })
    .from(sampleBook)
    .innerJoin(book, eq(book.id, sampleBook.bookId))
  return row ?? { untouched: 0, changed: 0 }
}

/**
 * Removes the unchanged sample books. Edited samples remain, as the library's own books; returns their titles. Not
 * recorded in the activity, like the seeding of samples.
 */
export const removeSamples = (): Promise<{ removed: number; changed: string[] }> =>
  withActor('none', async (tx) => {
    const removed = await tx.delete(book).where(isSampleBook).returning({ id: book.id })
    const changed = await tx
      .select({ title: book.title })
      .from(book)
      .innerJoin(sampleBook, eq(sampleBook.bookId, book.id))
      .where(gt(book.version, 1))
      .orderBy(book.sortTitle)
    await tx.delete(sampleBook)
    return { removed: removed.length, changed: changed.map(({ title }) => title) }
  })
