import { createReadStream } from 'node:fs'
import { basename, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { compareNext, findRun } from '#exchange/duplicate/duplicate-finder.server.ts'
import { createImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { newId } from '#base/lib/id.ts'
import { generateBooks } from './books.ts'
import { withEmptyDatabase } from './empty-database.ts'
import { lineOf, type Tally } from './duplicate-tally.ts'
import { DUPLICATES, NEAR_MISSES, prepared, type Entry } from './planted-duplicates.ts'
import { processorSeconds } from './processor-time.ts'
import { makeRandom, pick, type Random } from './random.ts'

/** Minimum recall and precision over all kinds. */
const LEAST = 0.95
/** Maximum seconds of processor time for 100,000 books: others use the machine too. */
const MOST_SECONDS = 30
const LARGE = 100_000
const BATCH = 2000
const OF_EACH_KIND = 150
const OF_EACH_NEAR_MISS = 100
const SIZES = (process.env.SIZES ?? `10000,${LARGE}`).split(',').map(Number)
/** Comma-separated files to import in addition to the generated books. */
const catalogues = (process.env.CATALOGUES ?? '').split(',').filter((file) => file !== '')

interface Stored extends Entry {
  id: string
  language: string
}
interface Planted {
  kind: string
  /** The original of a duplicate; undefined for a near-miss. */
  of: string | undefined
}

/** Adds entries; returns the ids of those that the library accepted. */
async function add(entries: readonly Stored[]): Promise<Set<string>> {
  const accepted = new Set<string>()
  for (let at = 0; at < entries.length; at += BATCH) {
    const batch = entries.slice(at, at + BATCH)
    const column = (of: (one: Stored) => string) => sql.param(batch.map(of))
    const { rows } = await withActor('none', (tx) =>
      tx.execute<{ id: string }>(sql`
        insert into book (id, title, author, publisher)
        select * from unnest(${column((one) => one.id)}::uuid[], ${column((one) => one.title)}::text[],
          ${column((one) => one.author)}::text[], ${column((one) => one.publisher)}::text[])
        on conflict do nothing returning id`),
    )
    for (const { id } of rows) accepted.add(id)
  }
  return accepted
}

const retitle = (books: readonly Stored[]) =>
  withActor('none', (tx) =>
    tx.execute(sql`
      update book set title = given.title
      from unnest(${sql.param(books.map(({ id }) => id))}::uuid[], ${sql.param(books.map(({ title }) => title))}::text[]) as given(id, title)
      where book.id = given.id`),
  )

async function importFile(file: string): Promise<void> {
  const upload = await storeUpload(basename(file), createReadStream(resolve(file)))
  const { id } = await createImport({ upload, userId: null })
  await startImport(id)
  await runImport(id)
}

const entry = (made: Entry, language: string): Stored => ({ ...made, id: newId(), language })

/** Adds duplicates of books of the library, and near-misses. Returns those that the library accepted. */
async function plant(originals: readonly Stored[], random: Random): Promise<Map<string, Planted>> {
  const entries: Stored[] = []
  const planted = new Map<string, Planted>()
  const changed: Stored[] = []
  const used = new Set<string>()
  for (const [kind, change] of Object.entries(DUPLICATES)) {
    for (let count = 0, tries = 0; count < OF_EACH_KIND && tries < 100_000; tries++) {
      const original = pick(random, originals)
      const other = prepared(kind, original, original.language, random)
      const made = change(other ?? original, random)
      if (!made || used.has(original.id)) continue
      used.add(original.id)
      if (other) changed.push({ ...original, ...other })
      const double = entry(made, original.language)
      entries.push(double)
      planted.set(double.id, { kind, of: original.id })
      count++
    }
  }
  for (const [kind, make] of Object.entries(NEAR_MISSES)) {
    for (let count = 0; count < OF_EACH_NEAR_MISS;) {
      const original = pick(random, originals)
      const made = make(original, random, pick(random, originals))
      if (!made || used.has(original.id)) continue
      used.add(original.id)
      for (const one of made) {
        const stored = entry(one, original.language)
        entries.push(stored)
        planted.set(stored.id, { kind, of: undefined })
      }
      count++
    }
  }
  await retitle(changed)
  const accepted = await add(entries)
  for (const id of planted.keys()) if (!accepted.has(id)) planted.delete(id)
  return planted
}

async function measureSize(size: number): Promise<boolean> {
  const random = makeRandom(7)
  const generated = generateBooks()
  const originals: Stored[] = Array.from({ length: size }, () => generated.next().value)
  const accepted = await add(originals)
  for (const file of catalogues) await importFile(file)
  const { rows: imported } = await db.execute<{ id: string; title: string; author: string; publisher: string }>(
    sql`select id, title, author, publisher from book where id in (select book_id from book_import_row)`,
  )
  const library = [
    ...originals.filter(({ id }) => accepted.has(id)),
    ...imported.map((one) => ({ ...one, language: 'en' })),
  ]
  const planted = await plant(imported.length > 0 ? [...library, ...library.slice(-imported.length)] : library, random)
  await db.execute(sql`analyze`)
  const times = await timeRun()
  const { rows: found } = await db.execute<{ a: string; b: string; score: number }>(
    sql`select a, b, score from duplicate where state = 'found'`,
  )
  const pairs = new Set(found.map(({ a, b }) => `${a} ${b}`))
  const isFound = (a: string, b: string) => pairs.has(a < b ? `${a} ${b}` : `${b} ${a}`)
  const originOf = (id: string) => planted.get(id)?.of ?? id
  const tallies = new Map<string, Tally>()
  const tallyOf = (kind: string) => {
    const tally = tallies.get(kind) ?? { planted: 0, found: 0, right: 0, wrong: 0 }
    tallies.set(kind, tally)
    return tally
  }
  const shown = new Map(
    (
      await db.execute<{ id: string; text: string }>(sql`select id, title || ' | ' || author as text from book`)
    ).rows.map(({ id, text }) => [id, text]),
  )
  for (const [id, { kind, of }] of planted) {
    if (of === undefined) continue
    const tally = tallyOf(kind)
    tally.planted++
    if (isFound(id, of)) tally.found++
    else if (process.env.SHOW) console.log(`  missed (${kind}): ${shown.get(of)}  ≠  ${shown.get(id)}`)
  }
  let own = 0
  for (const { a, b, score } of found) {
    const kinds = [a, b].flatMap((id) => planted.get(id)?.kind ?? [])
    if (kinds.length === 0) {
      own++
      if (process.env.SHOW === 'own') console.log(`  own ${score.toFixed(2)}: ${shown.get(a)}  =  ${shown.get(b)}`)
      continue
    }
    // A double of the original in the library itself is one of its duplicates too.
    const [one, other] = [originOf(a), originOf(b)]
    const isRight =
      one === other || ((planted.get(a)?.of !== undefined || planted.get(b)?.of !== undefined) && isFound(one, other))
    const tally = tallyOf(kinds[0] ?? '')
    if (isRight) tally.right++
    else {
      tally.wrong++
      if (process.env.SHOW)
        console.log(`  wrong (${kinds.join(', ')}) ${score.toFixed(2)}: ${shown.get(a)}  =  ${shown.get(b)}`)
    }
  }
  return report(size, library.length + planted.size, tallies, { ...times, own })
}

/** Seconds of a comparison of all books, of its processor time, and of its slowest transaction. */
interface Times {
  seconds: number
  computed: number
  slowest: number
}

async function timeRun(): Promise<Times> {
  const computed = await processorSeconds()
  const started = performance.now()
  let slowest = 0
  do {
    const before = performance.now()
    await compareNext()
    slowest = Math.max(slowest, performance.now() - before)
  } while ((await findRun())?.isRunning !== false)
  const seconds = (performance.now() - started) / 1000
  return { seconds, computed: (await processorSeconds()) - computed, slowest: slowest / 1000 }
}

function report(
  size: number,
  books: number,
  tallies: ReadonlyMap<string, Tally>,
  { seconds, computed, slowest, own }: Times & { own: number },
): boolean {
  const all = [...tallies.values()].reduce(
    (sum, one) => ({
      planted: sum.planted + one.planted,
      found: sum.found + one.found,
      right: sum.right + one.right,
      wrong: sum.wrong + one.wrong,
    }),
    { planted: 0, found: 0, right: 0, wrong: 0 },
  )
  console.log(
    `${books.toLocaleString('en')} books: ${seconds.toFixed(1)} s, ${computed.toFixed(1)} s of processor time, slowest chunk ${slowest.toFixed(2)} s; ${own} pairs without a planted book`,
  )
  for (const [kind, tally] of [...tallies, ['all', all] as const]) console.log(lineOf(kind, tally))
  const [recall, precision] = [all.found / all.planted, all.right / (all.right + all.wrong)]
  const isGood = recall >= LEAST && precision >= LEAST && (size < LARGE || computed <= MOST_SECONDS)
  console.log(`${isGood ? '✓' : '✗'} recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, at least ${LEAST}`)
  return isGood
}

/**
 * Finds planted duplicates of nine kinds and no near-misses, among generated books and, with CATALOGUES=<files>, those of
 * the given files. SHOW=1 prints what was missed or wrong. False below the limits.
 */
export default async function duplicates(): Promise<boolean> {
  let isGood = true
  for (const size of SIZES) isGood = (await withEmptyDatabase(() => measureSize(size))) && isGood
  return isGood
}
