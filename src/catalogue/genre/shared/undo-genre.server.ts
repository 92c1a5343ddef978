import { eq, sql } from 'drizzle-orm'
import { setActor, type Transaction } from '#base/db/actor.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { lockGenres } from '#base/db/genre-names.server.ts'
import { genre } from '#base/db/tables/genre.ts'
import {
  fieldOfColumn,
  notUndoneForGood,
  notUndoneGone,
  valuesToRestore,
  type Entry,
  type Values,
} from '#kit/activity/shared/former-values.server.ts'
import type { Undone } from '#kit/activity/undo/undo.schema.ts'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { restoreEndedGenre, restoreGenre } from '../genre-edit.server.ts'

/** Gives a genre its former name, names or colour. GENRE_TAKEN when another one has the name by now. */
export async function undoGenreUpdate(tx: Transaction, entry: Entry): Promise<Undone> {
  // First, as in each change of a genre, so that two cannot deadlock.
  await lockGenres(tx)
  const [row] = await tx
    .select({ doc: sql<Values>`to_jsonb(${genre})` })
    .from(genre)
    .where(eq(genre.id, entry.subjectId))
    .for('update')
  if (!row) return { fields: [], kept: [notUndoneGone()] }
  const { values, kept } = valuesToRestore(entry, row.doc)
  if (Object.keys(values).length > 0) await restoreGenre(tx, entry.subjectId, values)
  return { fields: Object.keys(values).map(fieldOfColumn), kept }
}

/**
 * Adds a genre that was deleted or merged again, and gives it back its books, except those that got another genre since.
 * GENRE_TAKEN when another one has the name by now.
 */
export async function undoGenreEnd(tx: Transaction, entry: Entry, { actor }: CurrentSession): Promise<Undone> {
  const restored = await restoreEndedGenre(tx, entry.subjectId)
  await setActor(tx, actor)
  if (!restored) return { fields: [], kept: [notUndoneForGood()] }
  const count = restored.books - restored.moved
  if (count === 0) return { fields: ['genre'], kept: [] }
  const books = m.activity_books({ count, shown: formatNumber(count) })
  return { fields: ['genre'], kept: [{ field: 'books', reason: 'changed', message: m.undo_kept_books({ books }) }] }
}
