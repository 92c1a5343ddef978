import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '#base/db/actor.server.ts'
import { defineJob, isWorkRunning } from '#base/db/background.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { duplicateRun } from '#base/db/tables/duplicate.ts'
import { now } from '#base/lib/clock.ts'
import { observeJob } from '#base/lib/telemetry.server.ts'
import { lockPairs, tryLockPairs } from './duplicate-groups.server.ts'
import { compareBooks, lookUpByIndex, RULES, type ComparedBook } from './compare-chunk.server.ts'

/** Milliseconds that a transaction should take: managers who merge or dismiss pairs wait for its end. */
const CHUNK_TIME = 350
const CHUNK_MIN = 100
const CHUNK_MAX = 1000
/** Books of the next transaction, by the time that the last one took. The first is small, since nothing is known yet. */
let chunkBooks = CHUNK_MIN
/** Milliseconds between queries for changed books. */
const POLL = 10_000
/** Rest after each chunk, as a share of the time that it took, so that others are not slowed down. */
const REST = 0.5
/** Milliseconds after which all books are compared again, in case a change was missed. */
const LOOK_THROUGH = 24 * 3_600_000
/** Maximum milliseconds between the time in `updated_at` and the commit of the change. */
const LATE = 60_000

type Row = ComparedBook & Record<string, unknown>
export type DuplicateRun = typeof duplicateRun.$inferSelect

/** The progress of comparing all books; undefined before the first time. */
export const findRun = async (): Promise<DuplicateRun | undefined> => (await db.select().from(duplicateRun))[0]

/** Begins to compare all books anew, unless that is under way. */
export async function startRun(): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPairs(tx)
    const [run] = await tx.select().from(duplicateRun)
    if (!run?.isRunning) await beginRun(tx)
  })
  findDuplicatesNow()
}

/** Starts to compare all books from the first. */
async function beginRun(tx: Transaction): Promise<void> {
  const at = now()
  const begun = {
    rules: RULES,
    isRunning: true,
    cursor: null,
    processed: 0,
    startedAt: at,
    finishedAt: null,
    comparedUntil: at,
  }
  await tx
    .insert(duplicateRun)
    .values({ id: 1, ...begun })
    .onConflictDoUpdate({ target: duplicateRun.id, set: begun })
}

/**
 * Compares the next books that need it, in one transaction: of a running comparison of all, else those that were
 * changed since. False when there are none, another process is at it, or an import or a bulk change is running.
 */
export async function compareNext(): Promise<boolean> {
  const started = performance.now()
  const { compared, isDone } = await db.transaction(async (tx) => {
    // An import or a bulk change has the processors for itself; the books that it writes are compared after it.
    if ((await isWorkRunning(tx)) || !(await tryLockPairs(tx))) return { compared: 0, isDone: true }
    await lookUpByIndex(tx)
    const [run] = await tx.select().from(duplicateRun)
    if (run?.isRunning) return compareAll(tx, run)
    const isOld = run?.rules !== RULES || !run.finishedAt || now().getTime() - run.finishedAt.getTime() > LOOK_THROUGH
    if (!isOld) return compareChanged(tx, run)
    await beginRun(tx)
    return { compared: 0, isDone: false }
  })
  if (compared > 0) {
    const fitting = (compared * CHUNK_TIME) / (performance.now() - started)
    chunkBooks = Math.round(Math.min(Math.max(fitting, CHUNK_MIN), 2 * chunkBooks, CHUNK_MAX))
    await tidyUp()
  }
  return !isDone
}

let chunks = 0
/** Chunks between two vacuums of the blocks, after which they are read from the index alone, in half the time. */
const TIDY_AFTER = 5

async function tidyUp(): Promise<void> {
  chunks += 1
  if (chunks % TIDY_AFTER === 0) await db.execute(sql`vacuum (index_cleanup off) duplicate_block`)
}

/** What a transaction has compared, and whether nothing is left. */
interface Portion {
  compared: number
  isDone: boolean
}

async function compareAll(tx: Transaction, run: DuplicateRun): Promise<Portion> {
  const { rows } = await tx.execute<Row>(sql`
    select id, version, title, author, edition, volume, isbn from book
    ${run.cursor ? sql`where id > ${run.cursor}` : sql``} order by id limit ${chunkBooks}`)
  await compareBooks(tx, rows)
  const last = rows.at(-1)
  const progress = last
    ? { cursor: last.id, processed: run.processed + rows.length }
    : { isRunning: false, finishedAt: now() }
  await tx.update(duplicateRun).set(progress).where(eq(duplicateRun.id, 1))
  if (!last) await dropOrphans(tx)
  return { compared: rows.length, isDone: false }
}

const isGone = (column: string) =>
  sql.raw(`(not exists (select from book where book.id = duplicate.${column})
    and not exists (select from merged_book where merged_book.id = duplicate.${column}))`)

/** Keys, and dismissals, of books that are neither there nor merged into others. */
async function dropOrphans(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from duplicate_key as k where not exists (select from book where book.id = k.book_id) returning book_id, blocks
    )
    delete from duplicate_block as stored using gone, unnest(gone.blocks) as own(block)
    where stored.block = own.block and stored.book_id = gone.book_id`)
  await tx.execute(sql`delete from duplicate where ${isGone('a')} or ${isGone('b')}`)
}

async function compareChanged(tx: Transaction, run: DuplicateRun): Promise<Portion> {
  const at = now()
  const since = new Date(run.comparedUntil.getTime() - LATE)
  const { rows } = await tx.execute<Row>(sql`
    select book.id, book.version, book.title, book.author, book.edition, book.volume, book.isbn from book left join duplicate_key as k on k.book_id = book.id
    where book.updated_at >= ${since} and k.version is distinct from book.version order by book.updated_at limit ${chunkBooks}`)
  await compareBooks(tx, rows)
  // A full chunk may not have been the last one.
  if (rows.length < chunkBooks) await tx.update(duplicateRun).set({ comparedUntil: at }).where(eq(duplicateRun.id, 1))
  return { compared: rows.length, isDone: rows.length === 0 }
}

/** Compares books in the background, chunk by chunk. */
export const findDuplicatesJob = defineJob({
  name: 'duplicates',
  interval: POLL,
  run: async () => {
    const started = performance.now()
    const isBusy = await observeJob('duplicates', compareNext)
    return isBusy ? (performance.now() - started) * REST : undefined
  },
})

/** Makes the finder of this process look for changed books at once. */
export const findDuplicatesNow = (): void => findDuplicatesJob.wake()
