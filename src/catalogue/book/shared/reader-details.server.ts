import { inArray } from 'drizzle-orm'
import { can } from '#base/auth/permissions.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { readerDetail } from '#base/db/tables/reader-detail.ts'
import { fold } from '#base/lib/search/fold.ts'
import type { Book } from '../book.schema.ts'

/** The names of details that readers see, folded. */
export const readerDetails = async (on: Queryable | Transaction = db): Promise<ReadonlySet<string>> =>
  new Set((await on.select().from(readerDetail)).map(({ name }) => name))

/**
 * Books as the caller may see them: people who may not change books get only the details that are for readers. The scopes of an API
 * key do not matter: one that only reads, of a manager, gets whole books.
 */
export async function asSeen<One extends Pick<Book, 'details'>>(
  session: CurrentSession,
  books: readonly One[],
): Promise<One[]> {
  if (can(session.user.role, 'book:update') || books.every(({ details }) => details.length === 0)) return [...books]
  const shown = await readerDetails()
  return books.map((one) => ({ ...one, details: one.details.filter(({ name }) => shown.has(fold(name))) }))
}

/** Says which details readers see, by their names in any case. */
export async function setReaderDetails(
  on: Queryable | Transaction,
  { shown = [], hidden = [] }: { shown?: readonly string[]; hidden?: readonly string[] },
): Promise<void> {
  const names = [...new Set(shown.map(fold))].filter(Boolean)
  if (hidden.length > 0) await on.delete(readerDetail).where(inArray(readerDetail.name, hidden.map(fold)))
  if (names.length > 0)
    await on
      .insert(readerDetail)
      .values(names.map((name) => ({ name })))
      .onConflictDoNothing()
}
