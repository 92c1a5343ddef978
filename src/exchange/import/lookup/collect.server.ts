import { and, asc, eq, gte, or, sql } from 'drizzle-orm'
import { requireStillAllowed } from '#base/auth/still-allowed.server.ts'
import { withLock, workJob } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport, bookImportRow, type ImportLookup } from '#base/db/tables/book-import.ts'
import { book } from '#base/db/tables/book.ts'
import { env } from '#base/env/env.server.ts'
import { now } from '#base/lib/clock.ts'
import { failImport } from '../run/import-runner.server.ts'
import { imports, type ImportRecord } from '../run/import-write.server.ts'
import { bookValues } from '../staging/import-sql.server.ts'
import { askAboutBook, isNothing, type BookAnswer } from './ask-about-book.server.ts'
import { stageFound } from './stage-found.server.ts'

/** How often sources may fail at a book before it goes on without them: one that fails at an ISBN does so for good. */
const TRIES = 3
/** How much the last book counts in the time that one takes. */
const PACE_WEIGHT = 0.1

/**
 * Looks the books of an import up, one after the other, until it is paused or stopped, a source has to be waited for, or
 * `signal` is aborted. After the last one the import waits for its start. Each answer is remembered, so that nothing is lost
 * when the server is killed.
 */
export async function collectRows(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  // One lock for each book: it holds a connection of the jobs while the book is asked about, which takes seconds, and none
  // while a source is waited for, which takes up to a day.
  while (await withLock(id, () => lookUpNext(id, signal), { isWaiting: true }));
}

/** Without LOOKUP, what was found before is all. */
const isSwitchedOff = () => env().lookup.sources.length === 0

/** Returns whether there is more to do now. */
async function lookUpNext(id: string, signal: AbortSignal | undefined): Promise<boolean> {
  const [record] = await db.select().from(bookImport).where(eq(bookImport.id, id))
  if (signal?.aborted || record?.state !== 'running' || record.step !== 'collect' || !record.lookup) return false
  if (record.processed >= record.total || isSwitchedOff()) {
    await stageFound(id)
    return false
  }
  if (record.userId !== null) await requireStillAllowed(record.userId, 'catalogue:import')
  const start = performance.now()
  const answer = await askAbout(record, record.lookup, signal)
  if (answer === 'stopped') return false
  const saved = await saveAnswer(record, answer, performance.now() - start)
  return saved !== undefined && !saved.lookup?.wait
}

/** What the sources say of the next book; nothing of one that is gone, or lacks none of the fields any more. */
async function askAbout(
  { id, processed }: ImportRecord,
  { fields, tries = 0 }: ImportLookup,
  signal: AbortSignal | undefined,
): Promise<BookAnswer | 'stopped'> {
  const { rows } = await db.execute<{
    values: { title: string; author: string; isbn: string[]; [field: string]: unknown }
  }>(sql`
    select ${bookValues} as values from book_import_row as r join ${book} as b on b.id = r.book_id
    where r.import_id = ${id} and r.at = ${processed} and cardinality(b.isbn) > 0`)
  const values = rows[0]?.values
  const missing = values ? fields.filter((field) => isNothing(values[field])) : []
  if (!values || missing.length === 0) return { input: {} }
  const { title, author, isbn: isbns } = values
  const isLastTry = tries + 1 >= TRIES
  return askAboutBook({ isbns, title, author, fields: missing }, env().lookup.sources, { signal, isLastTry })
}

/** Saves what was said of the next book, unless the import was paused meanwhile. */
const saveAnswer = ({ id, processed: at }: ImportRecord, answer: BookAnswer, took: number) =>
  imports.inChunk(id, 'collect', async (tx, { processed, total, lookup, updated, unchanged }) => {
    // The look-up was stopped meanwhile.
    if (processed >= total) return { processed }
    const { fields = [], pace = 0, tries = 0 } = lookup ?? {}
    if ('wait' in answer)
      return { lookup: { fields, pace, wait: answer.wait, tries: tries + Number(answer.isFailure) } }
    const { input, genre, reason } = answer
    await tx
      .update(bookImportRow)
      .set({ input, genre, reason })
      .where(and(eq(bookImportRow.importId, id), eq(bookImportRow.at, at)))
    const isFound = genre !== undefined || Object.keys(input).length > 0
    return {
      processed: at + 1,
      updated: updated + Number(isFound),
      unchanged: unchanged + Number(!isFound),
      lookup: { fields, pace: Math.round(pace === 0 ? took : pace + (took - pace) * PACE_WEIGHT) },
    }
  })

/** Looks books up in the background. */
export const collectJob = workJob({
  name: 'lookup',
  listRunning: () =>
    db
      .select({ id: bookImport.id })
      .from(bookImport)
      .where(
        and(
          eq(bookImport.state, 'running'),
          eq(bookImport.step, 'collect'),
          or(
            sql`coalesce((${bookImport.lookup}->'wait'->>'until')::timestamptz <= ${now()}, true)`,
            gte(bookImport.processed, bookImport.total),
            isSwitchedOff() ? sql`true` : undefined,
          ),
        ),
      )
      .orderBy(asc(bookImport.createdAt)),
  run: collectRows,
  fail: failImport,
})
