import { and, eq, sql } from 'drizzle-orm'
import { bookImportRow } from '#base/db/tables/book-import.ts'
import { BATCH_MOVES } from '#base/lib/batch-states.ts'
import { now } from '#base/lib/clock.ts'
import type { RowReason } from '../page/import-reason.schema.ts'
import { imports, type ImportRecord } from '../run/import-write.server.ts'
import { findGenres, insertRows, type Genres, type PlacedRow } from '../staging/import-insert.server.ts'
import { bookValues } from '../staging/import-sql.server.ts'
import { countFieldChanges, countResults } from '../staging/import-staging.server.ts'
import { isNothing } from './ask-about-book.server.ts'

/** Rows of one statement. */
const BATCH_ROWS = 500

interface CollectedRow extends Record<string, unknown> {
  id: string
  values: Record<string, unknown>
  input: Record<string, unknown> | null
  genre: string | null
  reason: RowReason | null
}

/**
 * Makes what was looked up the rows of an import that waits for its start, each named by the id of its book, with what fills
 * fields that are empty now. Books that are gone are left out.
 */
export const stageFound = (id: string): Promise<ImportRecord | undefined> =>
  imports.inChunk(id, 'collect', async (tx, { processed, choices, lookup }) => {
    const genres: Genres = { choices, ids: new Map() }
    let total = 0
    for (let from = 0; from < processed; from += BATCH_ROWS) {
      const { rows } = await tx.execute<CollectedRow>(sql`
        with taken as (
          delete from book_import_row where import_id = ${id} and at >= ${from} and at < ${from + BATCH_ROWS} and at < ${processed}
          returning at, book_id, input, genre, reason
        )
        select b.id, ${bookValues} as values, input, genre, reason from taken join book as b on b.id = taken.book_id order by at`)
      const found = rows.map((row) => ({ at: total++, row: total, ...fillingOf(row) }))
      await findGenres(tx, found, genres)
      await insertRows(tx, id, found, genres)
      // Author and edition of the book were needed to match it. As values of the row they would be written back to a book
      // whose author is cleared before the start.
      await tx.execute(sql`
        update book_import_row as r set input = r.input - own.fields
        from jsonb_to_recordset(${JSON.stringify(found.map(({ at, own }) => ({ at, fields: own })))}::jsonb) as own(at integer, fields text[])
        where r.import_id = ${id} and r.at = own.at and cardinality(own.fields) > 0`)
    }
    // Rows of books that were not looked up before the look-up was stopped.
    await tx.execute(sql`delete from book_import_row where import_id = ${id} and at >= ${total}`)
    // A row whose book went to the trash at this moment would add a book: a look-up adds none.
    await tx
      .update(bookImportRow)
      .set({ result: 'unchanged' })
      .where(and(eq(bookImportRow.importId, id), eq(bookImportRow.result, 'created')))
    return {
      ...BATCH_MOVES.stage.to,
      processed: 0,
      total,
      // A preview is discarded some time after it was made.
      createdAt: now(),
      isCompared: true,
      lookup: lookup && { fields: lookup.fields, pace: 0 },
      findings: { filled: [], hasTurnedNames: false, fieldChanges: await countFieldChanges(tx, id, choices) },
      ...(await countResults(id, tx, { from: 0, to: total })),
    }
  })

function fillingOf({
  id,
  values,
  input,
  genre,
  reason,
}: CollectedRow): Pick<PlacedRow, 'id' | 'input' | 'genre' | 'reason'> & { own: string[] } {
  const own = ['author', 'edition'].filter((field) => !isNothing(values[field]))
  const filling = Object.entries(input ?? {}).filter(([field]) => isNothing(values[field]))
  return {
    id,
    own,
    input: Object.fromEntries([...['title', ...own].map((field) => [field, values[field]]), ...filling]),
    ...(genre !== null && isNothing(values.genreId) && { genre }),
    ...(reason && { reason }),
  }
}
