import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { moveBooksToTrash } from '#catalogue/book/shared/book-trash.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { withActor } from './actor.server.ts'
import { db } from './connection/client.server.ts'
import { restoreRows } from './deleted-rows.server.ts'
import { book } from './tables/book.ts'
import { copy } from './tables/copy.ts'
import { deletedRow } from './tables/deleted-row.ts'

useDatabase()

// As `npm run noun -- part --of book` writes it; the written noun has a test of its own that restores the book.
beforeAll(async () => {
  await db.execute(sql`
    create table part (id uuid primary key default gen_random_uuid(), name text, book_id uuid not null references book on delete cascade)`)
  await db.execute(sql`
    create trigger part_kept after delete on part referencing old table as old_rows
    for each statement execute function keep_deleted_rows()`)
})

const keptParts = async () => {
  const rows = await db.select().from(deletedRow).where(eq(deletedRow.kind, 'part'))
  return Object.fromEntries(rows.map(({ row, withParent }) => [row.name, withParent]))
}

test('Rows that go with their book are told from those that were deleted before it', async () => {
  const [one, other] = [await aBook(), await aBook()]
  await db.execute(sql`
    insert into part (name, book_id) values ('before', ${one.id}), ('with', ${one.id}), ('other', ${other.id})`)
  await db.execute(sql`delete from part where name = 'before'`)
  await withActor('operator', async (tx) => {
    await tx.execute(sql`delete from part where name = 'other'`)
    await moveBooksToTrash(tx, sql`true`, 'operator')
  })
  expect(await keptParts()).toEqual({ before: false, other: false, with: true })
})

test('A row that came back and is deleted again is told by its last deletion', async () => {
  const { id } = await aBook()
  const part = sql`insert into part (id, name, book_id) values (${id}, 'again', ${id})`
  await db.execute(part)
  await db.execute(sql`delete from part`)
  await db.execute(part)
  await db.delete(book).where(eq(book.id, id))
  expect((await keptParts()).again).toBe(true)
})

test('A row that was deleted before a column came is restored with the default of that column', async () => {
  const [{ id } = { id: '' }] = await db
    .insert(copy)
    .values({ bookId: (await aBook()).id, number: 'OLD-1', location: 'Hall' })
    .returning()
  await db.delete(copy).where(eq(copy.id, id))
  await db
    .update(deletedRow)
    .set({ row: sql`${deletedRow.row} - 'condition' - 'note'` })
    .where(eq(deletedRow.id, id))
  expect(await withActor('operator', (tx) => restoreRows(tx, copy, [id]))).toEqual([id])
  expect(await db.select().from(copy).where(eq(copy.id, id))).toMatchObject([
    { number: 'OLD-1', location: 'Hall', condition: 'ok', note: '' },
  ])
})
