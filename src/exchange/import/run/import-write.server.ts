import { eq, sql, type SQL } from 'drizzle-orm'
import { withActor, type Transaction } from '#base/db/actor.server.ts'
import { sqlStateOf } from '#base/db/database-error.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { KEY_FIELDS, bookHash } from '#catalogue/book/shared/book-key.server.ts'
import { now } from '#base/lib/clock.ts'
import type { ImportRecord } from '#kit/import/shared/import-kind.server.ts'
import { batchesOf } from '#kit/batch/shared/batch.server.ts'
import { writeCopies } from '../copies/write-copies.server.ts'
import { findOrAddGenres } from '../staging/import-genre.server.ts'
import {
  bookValues,
  changedValues,
  changesField,
  fieldColumns,
  inputRecord,
  newValues,
  type Changing,
} from '../staging/import-sql.server.ts'
import { isLeftOut } from '../staging/import-insert.server.ts'
import { countResults } from '../staging/import-staging.server.ts'

export type { ImportRecord }

/** Where imports are stored. */
export const imports = batchesOf<ImportRecord>({
  table: bookImport,
  rows: { table: 'book_import_row', batchId: 'import_id' },
  find: async (id, on) => (await on.select().from(bookImport).where(eq(bookImport.id, id)))[0],
  refusal: 'IMPORT_STATE',
})

/** Rows per transaction: half a second of work. An import can be paused or cancelled between two transactions. */
export const CHUNK_ROWS = 2500

/**
 * Writes the next rows of a running import to the catalogue: two chunks at a time, each in a transaction of its own,
 * since computing the columns and indexes of books keeps one processor busy. The first one saves the progress of both
 * after the second is committed. Killed between, the second chunk is written again, which changes nothing. Returns the
 * import as it is then, or undefined when it does not run any more.
 */
export async function writeRows(id: string): Promise<ImportRecord | undefined> {
  await addGenres(id)
  return imports.inChunk(id, 'write', async (tx, record) => {
    const { processed: from, total } = record
    const middle = Math.min(from + CHUNK_ROWS, total)
    const to = Math.min(middle + CHUNK_ROWS, total)
    const second = writeBeside(record, middle, to)
    const [, processed] = await Promise.all([writeChunk(tx, record, from, middle), second]).catch(
      async (error: unknown) => {
        await second.catch(() => undefined)
        throw error
      },
    )
    const counts = await countResults(id, tx, { from, to: processed })
    const copies = await writeCopies(tx, record, { from, to: processed })
    // The counts of the preview are replaced by those of the processed rows.
    const before = from === 0 ? { created: 0, updated: 0, unchanged: 0, refused: 0, copies: 0 } : record
    return {
      processed,
      created: before.created + counts.created,
      updated: before.updated + counts.updated,
      unchanged: before.unchanged + counts.unchanged,
      refused: before.refused + counts.refused,
      copies: before.copies + copies,
    }
  })
}

/** How long the second chunk may wait for a lock. The first one may hold it, and that waits for the second. */
const LOCK_TIMEOUT = '2s'
/** PostgreSQL's code for a lock that was not got in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Writes a chunk in a transaction of its own. Returns the end of what is written: its beginning, where it would have had to
 * wait for the chunk before.
 */
async function writeBeside(record: ImportRecord, from: number, to: number): Promise<number> {
  try {
    await withActor('none', async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`)
      await writeChunk(tx, record, from, to)
    })
    return to
  } catch (error) {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return from
    throw error
  }
}

/**
 * Kilobytes of new words that the search indexes collect before they are sorted in: with the usual 4 MB a fifth of an
 * import's time goes into that. A search meanwhile reads them all, in some 10 ms.
 */
const PENDING_WORDS = 16_384

async function writeChunk(tx: Transaction, record: ImportRecord, from: number, to: number): Promise<void> {
  if (from === to) return
  await tx.execute(sql`select set_config('gin_pending_list_limit', ${String(PENDING_WORDS)}, true)`)
  const chunk = imports.rowsOf(record.id, from, to)
  await applyChoices(tx, record, chunk)
  await insertBooks(tx, record, chunk)
  const changing = { hasId: sql`r.has_id`, fillsOnly: Boolean(record.choices.fillsOnly) }
  await refuseTaken(tx, chunk, changing)
  await changeBooks(tx, chunk, changing)
}

/** Finds the genres that did not exist when the file was read, and adds those that are missing if that was chosen. */
async function addGenres(id: string): Promise<void> {
  await imports.inChunk(id, 'write', async (tx, { processed, choices, genresAdded }) => {
    if (processed > 0) return { processed }
    // A genre that ended while the file was read is looked for again by its name.
    await tx.execute(sql`
      update book_import_row as r set genre_id = null
      where r.import_id = ${id} and r.genre_id is not null
        and not exists (select from genre where genre.id = r.genre_id)`)
    const { rows } = await tx.execute<{ genre: string }>(sql`
      select distinct genre from book_import_row
      where import_id = ${id} and genre is not null and genre_id is null and result in ('created', 'updated')`)
    const names = rows.map(({ genre }) => genre)
    const { ids, added } = await findOrAddGenres(tx, names, (name) => !isLeftOut(choices, name))
    if (names.length > 0) {
      await tx.execute(sql`
        update book_import_row as r set genre_id = found.id
        from unnest(${sql.param([...ids.keys()])}::text[], ${sql.param([...ids.values()])}::uuid[]) as found(name, id)
        where r.import_id = ${id} and r.genre = found.name and r.genre_id is null`)
    }
    if (names.some((name) => isLeftOut(choices, name))) {
      await tx.execute(sql`
        update book_import_row set notes = array['genre-left-out'] || coalesce(notes, '{}')
        where import_id = ${id} and genre is not null and genre_id is null and result in ('created', 'updated')
          and not coalesce(notes, '{}') @> array['genre-left-out']`)
    }
    return { genresAdded: [...genresAdded, ...added] }
  })
}

async function applyChoices(tx: Transaction, { choices }: ImportRecord, chunk: SQL): Promise<void> {
  if (!choices.changesBooks) {
    await tx.execute(sql`
      update book_import_row as r set result = 'unchanged', reason = '{"kind": "left"}' where ${chunk} and result = 'updated'`)
  }
  if (!choices.addsSimilar) {
    await tx.execute(sql`
      update book_import_row as r set result = 'refused', reason = '{"kind": "similar"}'
      where ${chunk} and result = 'created' and similar_id is not null`)
  }
}

/**
 * Adds the new books of a chunk. A row whose book someone else added after the preview becomes `unchanged`. If the
 * chunk is written a second time, its books exist already; they are recognised by the ids that were generated for them.
 */
async function insertBooks(tx: Transaction, { choices, startedAt }: ImportRecord, chunk: SQL): Promise<void> {
  // By title, since neighbours in the indexes are written together then; concurrent imports meet in the same order.
  const inserted = await tx.execute(sql`
    insert into book (id, ${fieldColumns}, genre_id)
    select r.book_id, ${newValues}, coalesce(r.genre_id, (select id from genre where id = ${choices.genreId}::uuid))
    from book_import_row as r cross join lateral ${inputRecord(sql`r.input`)}
    where ${chunk} and r.result = 'created' order by x.title, r.title_hash
    on conflict do nothing`)
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from book_import_row as r where ${chunk} and r.result = 'created'`,
  )
  if (inserted.rowCount === rows[0]?.count) return
  await tx.execute(sql`
    update book_import_row as r set result = 'unchanged', book_id = coalesce(
      (select b.id from book as b where b.title_hash = r.title_hash), r.book_id)
    where ${chunk} and r.result = 'created'
      and not exists (select from book as b where b.id = r.book_id and b.title_hash = r.title_hash
        and (not r.has_id or b.created_at >= ${startedAt}))`)
}

/**
 * Refuses rows that would give a book the title, author, edition and volume of another one, or of an earlier row: the preview has not seen
 * what was changed since, or in the same file.
 */
async function refuseTaken(tx: Transaction, chunk: SQL, changing: Changing): Promise<void> {
  const input = sql`r.input`
  const changes = (field: string) => changesField(field, input, changing)
  await tx.execute(sql`
    with renamed as materialized (
      select r.at, b.id, ${bookHash((field) => sql`case when ${changes(field)} then x.${sql.identifier(field)} else b.${sql.identifier(field)} end`)} as title_hash
      from book_import_row as r join book as b on b.id = r.book_id cross join lateral ${inputRecord(input)}
      where ${chunk} and r.result = 'updated' and r.version is null and (${sql.join(KEY_FIELDS.map(changes), sql` or `)})
    ), keyed as (
      select *, row_number() over (partition by title_hash order by at) as place from renamed
    )
    update book_import_row as r set result = 'refused', reason = '{"kind": "taken"}'
    from keyed where ${chunk} and r.at = keyed.at and (keyed.place > 1
      or exists (select from book as other where other.title_hash = keyed.title_hash and other.id <> keyed.id))`)
}

/** Changes the existing books of a chunk, and stores their former values. */
async function changeBooks(tx: Transaction, chunk: SQL, changing: Changing): Promise<void> {
  const at = now()
  const input = sql`r.input`
  const genreId = changing.fillsOnly ? sql`b.genre_id, r.genre_id` : sql`r.genre_id, b.genre_id`
  await tx.execute(sql`
    with former as materialized (
      select r.import_id, r.at, b.id, ${bookValues} as doc
      from book_import_row as r join book as b on b.id = r.book_id
      where ${chunk} and r.result = 'updated' and r.version is null order by b.id for update of b
    ), saved as (
      update book as b set ${changedValues(input, changing)},
        genre_id = coalesce(${genreId}), version = b.version + 1, updated_at = ${at}
      from former join book_import_row as r on r.import_id = former.import_id and r.at = former.at
        cross join lateral ${inputRecord(input)}
      where b.id = former.id
      returning b.id, b.version
    )
    update book_import_row as r set before = former.doc, version = saved.version
    from former join saved on saved.id = former.id
    where r.import_id = former.import_id and r.at = former.at`)
  await tx.execute(sql`
    update book_import_row as r set result = 'unchanged' where ${chunk} and r.result = 'updated' and r.version is null`)
}
