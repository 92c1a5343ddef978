import { inArray, sql, type SQL } from 'drizzle-orm'
import { recordedAs, type Actor, type Transaction } from '#base/db/actor.server.ts'
import { restoreChildren } from '#base/db/deleted-rows.server.ts'
import { noteBookChange } from '#base/db/note-book-change.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { book } from '#base/db/tables/book.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { actorValues, isAmong, lockInTrash, purgeTrash, trashColumns, deletedByOf } from '#base/db/trash.server.ts'
import { serverSlices, tellMovedChildren } from '#kit/slice.server.ts'
import type { Restored } from '#kit/trash/shared/trash.schema.ts'
import { now } from '#base/lib/clock.ts'
import { bookHash } from './book-key.server.ts'

/** What a book keeps in the trash and when it is restored. */
const columns = trashColumns(deletedBook, ['deletedAt', 'deletedBy', 'genreId', 'version', 'updatedAt'])

/**
 * Moves the books that meet a condition on `book` into the trash. Returns their ids. What lies there under the id of one, since
 * an import has brought something back under it, gets another id: an import and a deletion destroy nothing. COPY_ON_LOAN.
 */
export async function moveBooksToTrash(tx: Transaction, where: SQL | undefined, actor: Actor): Promise<string[]> {
  for (const { bookFacts } of serverSlices()) await bookFacts?.deleting?.(tx, where)
  await giveNewIds(tx, sql`d.id in (select ${book.id} from ${book} where ${where ?? sql`false`})`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with b as (delete from book where ${where ?? sql`false`} returning book.*)
    insert into deleted_book (${columns.names}, genre_id, version, updated_at, deleted_at, deleted_by)
    select ${columns.of('b')}, b.genre_id, b.version, b.updated_at, ${now()}::timestamptz, ${deletedByOf(actor)}::uuid from b
    returning id`)
  return rows.map(({ id }) => id)
}

/** Gives books of the trash other ids. Returns the new ids. */
async function giveNewIds(tx: Transaction, where: SQL): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update deleted_book as d set id = gen_random_uuid() where ${where} returning d.id`)
  return rows.map(({ id }) => id)
}

/** Deletes the books that meet a condition without the trash, recorded as such. Returns their ids. COPY_ON_LOAN. */
export async function deleteWithoutTrash(tx: Transaction, where: SQL | undefined): Promise<string[]> {
  for (const { bookFacts } of serverSlices()) await bookFacts?.deleting?.(tx, where)
  const removed = await recordedAs(tx, 'delete-for-good', () =>
    tx
      .delete(book)
      .where(where ?? sql`false`)
      .returning({ id: book.id }),
  )
  return removed.map(({ id }) => id)
}

/**
 * Restores books from the trash under their ids, each as a new version, without a genre that was deleted meanwhile. The
 * transaction's actor is recorded. Nothing is overwritten: `collided` names the books whose title and author another
 * book has by now, which stay in the trash; `gone` those that are not in it, or that an import has brought back. Where
 * another book has the id by now, a new one is taken.
 */
export async function restoreBooks(tx: Transaction, given: readonly string[]): Promise<Restored> {
  const inTrash = await lockInTrash(tx, deletedBook, given)
  const back = await removeBack(tx, inTrash.known)
  const renamed = await giveNewIds(
    tx,
    sql`d.id = ${isAmong(inTrash.known)} and exists (select from book as b where b.id = d.id)`,
  )
  const known = [...inTrash.known.filter((id) => !back.includes(id)), ...renamed]
  const gone = [...inTrash.gone, ...back]
  if (known.length === 0) return { restored: [], collided: [], gone }
  const { rows: added } = await recordedAs(tx, 'restore', () =>
    tx.execute<{ id: string }>(sql`
      insert into book (${columns.names}, genre_id, version, updated_at)
      select ${columns.of('d')}, (select genre.id from genre where genre.id = d.genre_id), d.version + 1, ${now()}::timestamptz
      from deleted_book as d where d.id = ${isAmong(known)} order by d.deleted_at desc, d.id
      on conflict do nothing returning id`),
  )
  const restored = added.map(({ id }) => id)
  await tx.delete(deletedBook).where(inArray(deletedBook.id, restored))
  await restoreChildren(tx, book, restored)
  await tellMovedChildren(tx)
  const { rows: collided } = await tx.execute<Restored['collided'][number]>(sql`
    select d.id, d.title as name, b.id as by from deleted_book as d
    join book as b on b.title_hash = ${bookHash((field) => sql`d.${sql.identifier(field)}`)}
    where d.id = ${isAmong(known)} order by d.deleted_at desc, d.id`)
  return { restored, collided, gone }
}

/** Takes books out of the trash that are in the library again under their ids, title, author, edition and volume. Returns them. */
async function removeBack(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from deleted_book as d where d.id = ${isAmong(ids)}
      and exists (select from book as b where b.id = d.id and b.title_hash = ${bookHash((field) => sql`d.${sql.identifier(field)}`)})
    returning id`)
  if (rows.length > 0) await noteBookChange(tx)
  return rows.map(({ id }) => id)
}

/** Deletes books of the trash for good, and records each in the name of the actor. Returns their ids. */
export async function deleteTrashedBooks(tx: Transaction, ids: readonly string[], actor: Actor): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with d as (delete from deleted_book where id = ${isAmong(ids)} returning *), noted as (
      insert into activity (actor_kind, actor_id, in_name_of, action, subject_kind, subject_id, subject_name, before)
      select ${actorValues(actor)}, 'book.delete-for-good', 'book', d.id, d.title,
        jsonb_strip_nulls(to_jsonb(d) - array['id', 'version', 'created_at', 'updated_at', 'deleted_at', 'deleted_by']) from d
    )
    select id from d`)
  await noteBookChange(tx)
  return rows.map(({ id }) => id)
}

/** Deletes the books that were deleted before a moment for good. Returns how many. */
export const purgeBooks = (tx: Transaction, before: Date): Promise<number> =>
  purgeTrash(tx, { table: deletedBook, changes: bookChange }, before)
