import { isDeepStrictEqual } from 'node:util'
import { inArray, sql } from 'drizzle-orm'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { columnName } from '#base/db/column-name.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { isAmong } from '#base/db/trash.server.ts'
import { now } from '#base/lib/clock.ts'
import {
  fieldOfColumn,
  valuesToRestore,
  notUndoneForGood,
  notUndoneGone,
  fieldNotUndone,
  type Entry,
  type Values,
} from '#kit/activity/shared/former-values.server.ts'
import { KEY_FIELDS, bookHash } from './book-key.server.ts'
import { bookInputSchema } from '../book.schema.ts'
import { moveBooksToTrash, restoreBooks } from './book-trash.server.ts'
import type { NotUndone, Undone } from '#kit/activity/undo/undo.schema.ts'

// Each function takes entries on different books back, of a burst or a single one, by a few statements for all books.

interface Change {
  entry: Entry
  current: Values
  values: Values
  kept: NotUndone[]
}

/** Gives the fields that entries changed their former values. */
export async function undoBookUpdates(tx: Transaction, entries: readonly Entry[]): Promise<Undone[]> {
  const docs = await currentBooks(tx, entries)
  const changes = new Map<Entry, Change>()
  for (const entry of entries) {
    const current = docs.get(entry.subjectId)
    if (current) changes.set(entry, { entry, current, ...valuesToRestore(entry, current) })
  }
  await withoutGoneGenres(tx, [...changes.values()])
  await withoutTakenTitles(tx, [...changes.values()])
  await setColumns(tx, [...changes.values()])
  return entries.map((entry) => {
    const change = changes.get(entry)
    if (!change) return { fields: [], kept: [notUndoneGone()] }
    return { fields: Object.keys(change.values).map(fieldOfColumn), kept: change.kept }
  })
}

/** The books of entries as the activity records them, locked in the order of their ids. */
async function currentBooks(tx: Transaction, entries: readonly Entry[]): Promise<Map<string, Values>> {
  const { rows } = await tx.execute<{ id: string; doc: Values }>(sql`
    select id, to_jsonb(book) as doc from book where id = ${isAmong(entries.map(({ subjectId }) => subjectId))}
    order by id for update`)
  return new Map(rows.map(({ id, doc }) => [id, doc]))
}

async function withoutGoneGenres(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const ids = changes.map(({ values }) => values.genre_id).filter((id) => typeof id === 'string')
  if (ids.length === 0) return
  const found = new Set<unknown>(
    (await tx.select({ id: genre.id }).from(genre).where(inArray(genre.id, ids))).map(({ id }) => id),
  )
  for (const { entry, values, kept } of changes) {
    if (typeof values.genre_id !== 'string' || found.has(values.genre_id)) continue
    delete values.genre_id
    kept.push(fieldNotUndone(entry, 'genre_id', 'genre_gone'))
  }
}

/** Leaves out title, author, edition and volume where another book has them by now. */
async function withoutTakenTitles(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const asked = changes.filter(({ values }) => KEY_FIELDS.some((field) => field in values))
  if (asked.length === 0) return
  const named = asked.map(({ entry, current, values }) => {
    const { title, author, edition, volume } = { ...current, ...values }
    return { id: entry.subjectId, title, author, edition, volume }
  })
  const { rows } = await tx.execute<{ id: string }>(sql`
    select former.id from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as former (id uuid, title text, author text, edition text, volume text)
    where exists (select from book
      where book.id <> former.id and title_hash = ${bookHash((field) => sql`former.${sql.identifier(field)}`)})`)
  const taken = new Set(rows.map(({ id }) => id))
  for (const { entry, values, kept } of asked) {
    if (!taken.has(entry.subjectId)) continue
    for (const column of KEY_FIELDS.filter((one) => one in values)) {
      delete values[column]
      kept.push(fieldNotUndone(entry, column, 'taken'))
    }
  }
}

/** Sets columns of any type to recorded values, those of books with the same columns in one statement. */
async function setColumns(tx: Transaction, changes: readonly Change[]): Promise<void> {
  const groups = Map.groupBy(changes, ({ values }) => Object.keys(values).toSorted().join())
  for (const [columns, group] of groups) {
    if (columns === '') continue
    const assigned = columns
      .split(',')
      .map((column) => sql`${sql.identifier(column)} = former.${sql.identifier(column)}`)
    const former = group.map(({ entry, values }) => ({ ...values, id: entry.subjectId }))
    // One after the other, as all statements of a transaction.
    await tx.execute(sql`
      update book set ${sql.join(assigned, sql`, `)}, version = book.version + 1, updated_at = ${now()}
      from jsonb_populate_recordset(null::public.book, ${JSON.stringify(former)}::jsonb) as former
      where book.id = former.id`)
  }
}

/** The columns that people enter: the fields of a book as the activity records them. */
const COLUMNS = Object.keys(bookInputSchema.shape).map(columnName)

/** The empty values by column: what an entry says of a field that came later. */
const EMPTY: Values = Object.fromEntries(
  Object.entries(bookInputSchema.parse({ title: '-' })).map(([field, value]) => [columnName(field), value]),
)

/** Moves books that entries added or restored into the trash, those that are still as they were then. */
export async function undoBookCreates(
  tx: Transaction,
  entries: readonly Entry[],
  { actor }: CurrentSession,
): Promise<Undone[]> {
  const docs = await currentBooks(tx, entries)
  const removed: string[] = []
  const outcomes = entries.map((entry): Undone => {
    const current = docs.get(entry.subjectId)
    if (!current) return { fields: [], kept: [notUndoneGone()] }
    const changed = COLUMNS.filter(
      (column) => !isDeepStrictEqual(current[column] ?? null, entry.after?.[column] ?? EMPTY[column] ?? null),
    )
    if (changed.length > 0)
      return { fields: [], kept: changed.map((column) => fieldNotUndone(entry, column, 'changed')) }
    removed.push(entry.subjectId)
    return { fields: ['book'], kept: [] }
  })
  if (removed.length > 0) await moveBooksToTrash(tx, inArray(book.id, removed), actor)
  return outcomes
}

/** Restores deleted books from the trash. */
export async function undoBookDeletes(tx: Transaction, entries: readonly Entry[]): Promise<Undone[]> {
  const { restored, collided } = await restoreBooks(
    tx,
    entries.map(({ subjectId }) => subjectId),
  )
  return entries.map((entry) => {
    if (restored.includes(entry.subjectId)) return { fields: ['book'], kept: [] }
    const isTaken = collided.some(({ id }) => id === entry.subjectId)
    return { fields: [], kept: [isTaken ? fieldNotUndone(entry, 'title', 'taken') : notUndoneForGood()] }
  })
}
