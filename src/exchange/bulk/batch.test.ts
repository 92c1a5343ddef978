import { eq, sql, type InferSelectModel } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookBulk } from '#base/db/tables/book-bulk.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { BATCH_STEPS } from '#base/lib/batch-states.ts'
import { bookBulkRouter } from '#exchange/bulk/bulk.router.server.ts'
import { DEFAULT_CHOICES } from '#exchange/import/import-choices.schema.ts'
import { importRouter } from '#exchange/import/import.router.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'

// Which moves are answered in which state, and that all others leave the batch as it is.

useDatabase()

type Phase = Pick<InferSelectModel<typeof bookImport>, 'state' | 'step'>

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [bookImport, bookBulk]) await db.delete(table)
})

const phaseOf = ({ step, state }: Phase) => `${step} ${state}`
const STATES = {
  collect: ['running', 'paused', 'failed'],
  write: ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'],
  undo: ['running', 'paused', 'failed', 'undone'],
} as const
const IMPORT_PHASES: Phase[] = BATCH_STEPS.flatMap((step) => STATES[step].map((state) => ({ step, state })))
const BULK_PHASES = IMPORT_PHASES.filter(({ step, state }) => step !== 'collect' && state !== 'paused')

async function anImport(phase: Phase): Promise<string> {
  const values = {
    filename: 'a.csv',
    size: 1,
    header: ['title'],
    columns: { title: 0 },
    choices: { ...DEFAULT_CHOICES, addsSimilar: true },
  }
  const progress = { total: 9, processed: 3, lookup: phase.step === 'collect' ? { fields: ['year'], pace: 1 } : null }
  const [made] = await db
    .insert(bookImport)
    .values({ ...values, ...progress, ...phase })
    .returning({ id: bookImport.id })
  return made?.id ?? ''
}

async function aBulkChange(phase: Phase): Promise<string> {
  const operation = { kind: 'set', field: 'publisher', value: 'P' } as const
  const [made] = await db
    .insert(bookBulk)
    .values({ operation, total: 9, processed: 3, ...phase })
    .returning({ id: bookBulk.id })
  return made?.id ?? ''
}

/** The phase after each answered move, by the phase before. A refused one leaves the batch as it is. */
async function outcomesOf(
  phases: readonly Phase[],
  table: typeof bookImport | typeof bookBulk,
  { make, move, refusal }: { make: typeof anImport; move: (id: string) => Promise<void>; refusal: string },
): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const phase of phases) {
    const id = await make(phase)
    const code = await move(id).then(
      () => null,
      (error: { code: string }) => error.code,
    )
    const [found] = await db.select({ step: table.step, state: table.state }).from(table).where(eq(table.id, id))
    const after = found ? phaseOf(found) : 'discarded'
    if (code === null) outcomes[phaseOf(phase)] = after
    else expect([code, after]).toEqual([refusal, phaseOf(phase)])
    // No two look-ups at a time.
    await db.delete(table)
  }
  return outcomes
}

const UNDOABLE = {
  'write done': 'undo running',
  'write cancelled': 'undo running',
  'write failed': 'undo running',
  'undo failed': 'undo running',
}

describe('An import', () => {
  test.each([
    ['start', { 'write waiting': 'write running' }],
    ['pause', { 'collect running': 'collect paused', 'write running': 'write paused', 'undo running': 'undo paused' }],
    [
      'resume',
      {
        'collect paused': 'collect running',
        'collect failed': 'collect running',
        'write paused': 'write running',
        'write failed': 'write running',
        'undo paused': 'undo running',
        'undo failed': 'undo running',
      },
    ],
    [
      'cancel',
      {
        'write waiting': 'discarded',
        'write running': 'write cancelled',
        'write paused': 'write cancelled',
        // The look-up runs once more, to stage what was found.
        'collect running': 'collect running',
        'collect paused': 'collect running',
        'collect failed': 'collect running',
      },
    ],
    ['undo', UNDOABLE],
  ] as const)('answers %s in the states that allow it, and in no other', async (to, allowed) => {
    const move = (id: string) => manager.call(importRouter.move, { id, to })
    const outcomes = await outcomesOf(IMPORT_PHASES, bookImport, { make: anImport, move, refusal: 'IMPORT_STATE' })
    expect(outcomes).toEqual(allowed)
  })

  test('that is started by three at once is started once', async () => {
    const id = await anImport({ step: 'write', state: 'waiting' })
    let starts: Promise<PromiseSettledResult<void>[]> | undefined
    await db.transaction(async (tx) => {
      await tx.execute(sql`select from book_import where id = ${id} for update`)
      starts = Promise.allSettled([1, 2, 3].map(() => manager.call(importRouter.move, { id, to: 'start' })))
      await expect
        .poll(async () => {
          const { rows } = await db.execute<{ waiting: number }>(sql`
            select count(*)::int as waiting from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`)
          return rows[0]?.waiting
        })
        .toBe(3)
    })
    expect((await starts)?.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('that is gone is not found', async () => {
    const id = await anImport({ step: 'write', state: 'waiting' })
    await db.delete(bookImport)
    for (const to of ['start', 'pause', 'resume', 'cancel', 'undo'] as const)
      await expect(manager.call(importRouter.move, { id, to })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('A bulk change', () => {
  test.each([
    ['start', { 'write waiting': 'write running' }],
    ['cancel', { 'write waiting': 'discarded', 'write running': 'write cancelled' }],
    ['undo', UNDOABLE],
  ] as const)('answers %s in the states that allow it, and in no other', async (to, allowed) => {
    const move = (id: string) => manager.call(bookBulkRouter.move, { id, to })
    const outcomes = await outcomesOf(BULK_PHASES, bookBulk, { make: aBulkChange, move, refusal: 'BULK_STATE' })
    expect(outcomes).toEqual(allowed)
  })

  test('that is gone is not found', async () => {
    const id = await aBulkChange({ step: 'write', state: 'running' })
    await db.delete(bookBulk)
    for (const to of ['start', 'cancel', 'undo'] as const)
      await expect(manager.call(bookBulkRouter.move, { id, to })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
