import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#db/actor.server.ts'
import { genre } from '#db/tables/genre.ts'
import { restoreGenre } from '../genre-edit.server.ts'
import {
  fieldOfColumn,
  valuesToRestore,
  keptAsGone,
  type Entry,
  type Values,
} from '#features/activity/shared/former-values.server.ts'
import type { Undone } from '#features/activity/undo/undo.schema.ts'

/** Gives a genre its former name, names or colour. GENRE_TAKEN when another one has the name by now. */
export async function undoGenreUpdate(tx: Transaction, entry: Entry): Promise<Undone> {
  const [row] = await tx
    .select({ doc: sql<Values>`to_jsonb(${genre})` })
    .from(genre)
    .where(eq(genre.id, entry.subjectId))
    .for('update')
  if (!row) return { fields: [], kept: [keptAsGone()] }
  const { values, kept } = valuesToRestore(entry, row.doc)
  if (Object.keys(values).length > 0) await restoreGenre(tx, entry.subjectId, values)
  return { fields: Object.keys(values).map(fieldOfColumn), kept }
}
