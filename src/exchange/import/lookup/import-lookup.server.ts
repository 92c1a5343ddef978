import { and, eq, gte, inArray, or, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ActingUser } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport, type ImportLookup } from '#base/db/tables/book-import.ts'
import { env } from '#base/env/env.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { BATCH_MOVES } from '#base/lib/batch-states.ts'
import { LOOKUP_SOURCES } from '#base/lib/lookup-sources.ts'
import { DEFAULT_CHOICES } from '../import-choices.schema.ts'
import { discardImport } from '../import-drafts.server.ts'
import { imports, type ImportRecord } from '../run/import-write.server.ts'
import { isEmpty } from '../staging/import-sql.server.ts'
import { collectJob } from './collect.server.ts'
import { lookupFields, lookupStateSchema, type lookupCountSchema } from './import-lookup.schema.ts'

const HAS_ISBN = sql`cardinality(b.isbn) > 0`
const lacksOneOf = (fields: readonly string[]): SQL => sql`(${sql.join(fields.map(isEmpty), sql` or `)})`

/** How many books a look-up would be for; none where LOOKUP is not set. */
export async function countLookup(fields: readonly string[]): Promise<z.output<typeof lookupCountSchema>> {
  const sources = env().lookup.sources.map(({ source }) => source)
  if (sources.length === 0) return { sources, total: 0, byField: {} }
  const counts = lookupFields.map((field) => sql`count(*) filter (where ${isEmpty(field)})`)
  const { rows } = await db.execute<{ total: number; counts: number[] }>(sql`
    select count(*) filter (where ${lacksOneOf(fields)})::int as total, array[${sql.join(counts, sql`, `)}]::int[] as counts
    from book as b where ${HAS_ISBN}`)
  const [{ total, counts: found } = { total: 0, counts: [] }] = rows
  return { sources, total, byField: Object.fromEntries(lookupFields.map((field, at) => [field, found[at] ?? 0])) }
}

/**
 * Begins to look up the books that have an ISBN and lack one of the fields, as an import whose rows come from the sources of
 * LOOKUP; where one is looked up already, that one is meant. Returns its id. IMPORT_STATE when there is nothing to look up.
 */
export async function startLookup(fields: readonly string[], { userId }: ActingUser): Promise<string> {
  const { sources } = env().lookup
  const header = [...new Set(['title', 'author', ...fields.map((field) => (field === 'genreId' ? 'genre' : field))])]
  const id = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(bookImport)
      .values({
        // The names of the sources stand for a file's name: they are the same in every language.
        filename: sources.map(({ source }) => LOOKUP_SOURCES[source].short).join(', '),
        size: 0,
        header,
        columns: Object.fromEntries(header.map((field, index) => [field, index])),
        choices: { ...DEFAULT_CHOICES, fillsOnly: true, addsGenres: false },
        lookup: { fields: [...fields], pace: 0 },
        userId,
        state: 'running',
        step: 'collect',
      })
      .onConflictDoNothing()
      .returning({ id: bookImport.id })
    if (!made)
      return (await tx.select({ id: bookImport.id }).from(bookImport).where(eq(bookImport.step, 'collect')))[0]?.id
    const { rowCount } = await tx.execute(sql`
      insert into book_import_row (import_id, at, row, result, book_id, has_id)
      select ${made.id}::uuid, place - 1, place, 'unchanged', id, true
      from (select b.id, row_number() over (order by b.sort_title, b.id) as place from book as b
        where ${HAS_ISBN} and ${lacksOneOf(fields)}) as found`)
    if (!rowCount || sources.length === 0) throw createError('IMPORT_STATE')
    await tx.update(bookImport).set({ total: rowCount }).where(eq(bookImport.id, made.id))
    return made.id
  })
  if (id === undefined) throw createError('IMPORT_STATE')
  collectJob.wake()
  return id
}

/**
 * Stops a look-up, which waits for its start then with what was found. It is discarded before the first answer, or where it has
 * failed after the last. IMPORT_STATE when it does not look up any more.
 */
export async function stopLookup(id: string): Promise<void> {
  const { step, state, processed, total, lookup } = bookImport
  const isLookingUp = and(eq(step, 'collect'), inArray(state, [...BATCH_MOVES.stop.from.collect]))
  const hasNothing = or(eq(processed, 0), and(eq(state, 'failed'), gte(processed, total)))
  if (await discardImport(id, and(isLookingUp, hasNothing))) return
  await imports.move(id, 'stop', {
    values: (record) => ({ total: record.processed, lookup: sql`${lookup} - 'wait'`, finishedAt: null, failure: null }),
  })
  collectJob.wake()
}

/** How far a look-up is, and what it has not found. */
export async function viewLookup(
  { id, step, processed, total }: ImportRecord,
  { pace, wait }: ImportLookup,
): Promise<z.output<typeof lookupStateSchema>> {
  const { rows } = await db.execute<{ unknown: number; otherBooks: number; unanswered: number }>(sql`
    select count(*) filter (where reason->>'kind' = 'unknown')::int as unknown,
      count(*) filter (where reason->>'kind' = 'other-book')::int as "otherBooks",
      count(*) filter (where reason->>'kind' = 'unanswered')::int as unanswered
    from book_import_row where import_id = ${id}`)
  return lookupStateSchema.parse({
    wait: wait ? { ...wait, until: new Date(wait.until) } : null,
    minutesLeft: step === 'collect' && pace > 0 ? Math.ceil(((total - processed) * pace) / 60_000) : null,
    ...(rows[0] ?? { unknown: 0, otherBooks: 0, unanswered: 0 }),
  })
}
