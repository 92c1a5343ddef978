import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { CurrentSession } from '#auth/session/session.server.ts'
import type { Transaction } from '#db/actor.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { now } from '#lib/clock.ts'
import {
  fieldOfColumn,
  valuesToRestore,
  keptAsGone,
  keptField,
  type Entry,
  type Values,
} from '#features/activity/shared/former-values.server.ts'
import { bookInputSchema } from '../book.schema.ts'
import { moveToTrash, restoreBooks } from '../trash/trash.server.ts'
import type { Kept, Undone } from '#features/activity/undo/undo.schema.ts'

/** Gives the fields of a book that an entry changed their former values. */
export async function undoBookUpdate(tx: Transaction, entry: Entry): Promise<Undone> {
  const { rows } = await tx.execute<{ doc: Values }>(
    sql`select to_jsonb(book) as doc from book where id = ${entry.subjectId} for update`,
  )
  const current = rows[0]?.doc
  if (!current) return { fields: [], kept: [keptAsGone()] }
  const { values, kept } = valuesToRestore(entry, current)
  if (await isGenreGone(tx, values)) {
    delete values.genre_id
    kept.push(keptField(entry, 'genre_id', 'genre_gone'))
  }
  kept.push(...(await withoutTakenTitle(tx, entry, values, current)))
  const columns = Object.keys(values)
  if (columns.length > 0) await setColumns(tx, entry.subjectId, values)
  return { fields: columns.map(fieldOfColumn), kept }
}

async function isGenreGone(tx: Transaction, { genre_id: id }: Values): Promise<boolean> {
  return typeof id === 'string' && (await tx.$count(genre, eq(genre.id, id))) === 0
}

/** Leaves out title and author if another book has them by now. */
async function withoutTakenTitle(tx: Transaction, entry: Entry, values: Values, current: Values): Promise<Kept[]> {
  const keys = ['title', 'author'].filter((column) => column in values)
  if (keys.length === 0) return []
  const { title, author } = { ...current, ...values }
  const { rows } = await tx.execute(sql`
    select from book where id <> ${entry.subjectId} and title_hash = public.fold_hash(${title}::text, ${author}::text)`)
  if (rows.length === 0) return []
  for (const column of keys) delete values[column]
  return keys.map((column) => keptField(entry, column, 'taken'))
}

/** Columns of any type, from their recorded values. */
async function setColumns(tx: Transaction, id: string, values: Values): Promise<void> {
  const assigned = Object.keys(values).map(
    (column) => sql`${sql.identifier(column)} = former.${sql.identifier(column)}`,
  )
  await tx.execute(sql`
    update book set ${sql.join(assigned, sql`, `)}, version = book.version + 1, updated_at = ${now()}
    from jsonb_populate_record(null::public.book, ${JSON.stringify(values)}::jsonb) as former
    where book.id = ${id}`)
}

/** The columns that people enter: the fields of a book as the activity records them. */
const COLUMNS = Object.keys(bookInputSchema.shape).map((field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
)

/** Moves a book that an entry added or restored into the trash, if it is still as it was then. */
export async function undoBookCreate(tx: Transaction, entry: Entry, { actor }: CurrentSession): Promise<Undone> {
  const { rows } = await tx.execute<{ doc: Values }>(
    sql`select to_jsonb(book) as doc from book where id = ${entry.subjectId} for update`,
  )
  const current = rows[0]?.doc
  if (!current) return { fields: [], kept: [keptAsGone()] }
  const changed = COLUMNS.filter((column) => !isDeepStrictEqual(current[column] ?? null, entry.after?.[column] ?? null))
  if (changed.length > 0) return { fields: [], kept: changed.map((column) => keptField(entry, column, 'changed')) }
  await moveToTrash(tx, eq(book.id, entry.subjectId), actor)
  return { fields: ['book'], kept: [] }
}

/** Restores a deleted book from the trash. */
export async function undoBookDelete(tx: Transaction, entry: Entry): Promise<Undone> {
  const { restored, collided } = await restoreBooks(tx, [entry.subjectId])
  if (restored.length > 0) return { fields: ['book'], kept: [] }
  return { fields: [], kept: [collided.length > 0 ? keptField(entry, 'title', 'taken') : keptAsGone()] }
}
