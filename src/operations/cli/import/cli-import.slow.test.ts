import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, eq, like, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { withLock } from '#base/db/background.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { genre } from '#base/db/tables/genre.ts'
import { upload } from '#base/db/tables/upload.ts'
import { pauseImport } from '#exchange/import/import.server.ts'
import { aBook } from '#test/factories.ts'
import { words } from '../../../../testing/words.ts'
import { answerOf, LONG, refused, useCli } from '../cli.test-kit.ts'

const w = words('en')
const { aFile, folder, maktaba, start } = useCli()

describe('import', LONG, () => {
  test('reports refused rows, and with --verbose every one', async () => {
    await aBook({ title: 'Known', author: 'A' })
    const file = await aFile(
      'rows.csv',
      `title;Donor;author\nNew;1;B\nknown;2;a\nNEW;3;b\n;4;B\n${'x'.repeat(501)};5;B\nShort\n`,
    )
    const { code, stdout, stderr } = await maktaba('import', file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual([
      'Columns: title from "title", author from "author"; details: Donor',
      expect.stringMatching(/^row 4: The same book as row 2, with other values: Other details: Donor: 1 \/ Donor: 3\./),
      `row 5: ${w('title_required')}`,
      'row 6: Title: Should have at most 500 characters',
      'row 7: Number of columns 1, in the header 3',
      expect.stringMatching(
        /^6 rows read, 1 imported, 1 changed, 0 already there, 4 refused, 0 genres added, [\d.]+ s$/,
      ),
      expect.stringMatching(/^1 refused: The same book as row N, with other values: Other details: Donor: N/),
      `1 refused: ${w('title_required')}`,
      '1 refused: Title: Should have at most N characters',
      '1 refused: Number of columns N, in the header N',
    ])
    expect((await maktaba('import', file, '--quiet')).stdout).toMatch(
      /^6 rows read, 0 imported, 0 changed, 2 already there, 4 refused/,
    )
    expect((await maktaba('import', file, '--verbose')).stdout).toMatch(
      /\nrow 2: already in the catalogue\nrow 3: already in the catalogue\nrow 4: /,
    )
  })

  test('of what is there already prints the columns and the summary', async () => {
    const file = await aFile('again.csv', `title\n${Array.from({ length: 2000 }, (_, at) => `Again ${at}\n`).join('')}`)
    await maktaba('import', file)
    expect((await maktaba('import', file)).stdout).toMatch(
      /^Columns: title from "title"\n2000 rows read, 0 imported, 0 changed, 2000 already there, 0 refused, .*\n$/,
    )
  })

  test('without names of columns, in an encoding and with names to turn, as it is told', async () => {
    const file = await aFile('list.csv', Buffer.from('La for\x88t,X,"B\x83, Mariama"\n', 'latin1'))
    const told = ['--no-header', '--encoding', 'cp850', '--turn-names', '--map', 'author=3']
    const { stdout } = await maktaba('import', file, '--dry-run', '--verbose', ...told)
    expect(stdout).toMatch(/^Columns: title from "1", author from "3"; details: 2\nrow 1: would be imported\n/)
    await maktaba('import', file, ...told)
    const [added] = await db.select().from(book).where(eq(book.title, 'La forêt'))
    expect(added).toMatchObject({ author: 'Mariama Bâ', publisher: '' })
  })

  test('begins a library with the genres and never with samples', async () => {
    const file = await aFile('first.csv', 'title,genre\nMine,Riwaya\n')
    const importAs = async (SEED: string) => {
      await db.delete(book)
      await db.delete(genre)
      const { stdout } = await answerOf(start(['import', file, '--quiet'], { SEED }))
      expect(stdout).toMatch(/^1 row read, 1 imported,/)
      expect(await db.$count(book)).toBe(1)
      return db.select({ slug: genre.slug }).from(book).innerJoin(genre, eq(genre.id, book.genreId))
    }
    expect(await importAs('none')).toEqual([{ slug: null }])
    expect(await db.$count(genre)).toBe(1)
    expect(await importAs('sample')).toEqual([{ slug: 'novel' }])
    expect(await db.$count(genre)).toBeGreaterThan(10)
  })

  test('a dry run changes nothing', async () => {
    const file = await aFile('dry.csv', 'Titre,Autre\nx,Dry one\n')
    const { stdout } = await maktaba('import', file, '--dry-run', '--verbose', '--map', 'title=Autre')
    expect(stdout).toContain('row 2: would be imported\n1 row read, 1 would be imported,')
    expect(await db.$count(book, eq(book.title, 'Dry one'))).toBe(0)
  })

  test('a file of another kind is refused in one line and changes nothing', async () => {
    const files = await db.$count(upload)
    const pdf = await maktaba('import', await aFile('list.csv', '%PDF-1.7\ntitle\nBad 1\n'))
    expect(pdf).toMatchObject({ code: 1, stdout: '' })
    expect(pdf.stderr).toMatch(/^list\.csv: This is a PDF\. Import takes CSV, XLSX, .*\n$/)
    const none = await maktaba('import', await aFile('none.csv', 'a,b\nBad 1,x\n'))
    expect(none).toEqual(refused('none.csv: no column is known to give the title: found a, b; say --map title=Column'))
    expect(await db.$count(book, like(book.title, 'Bad %'))).toBe(0)
    expect(await db.$count(upload)).toBe(files)
  })

  test('letters of Windows-1252 and a row with an open quote', async () => {
    const { stdout } = await maktaba(
      'import',
      await aFile('latin1.csv', Buffer.from('title\nÉté 1\n"Open\n', 'latin1')),
    )
    expect(stdout).toMatch(/^row 3: A quote is opened and never closed$/m)
    expect(stdout).toMatch(/^2 rows read, 1 imported, 0 changed, 0 already there, 1 refused/m)
  })

  test('a path that is not a file is reported', async () => {
    const absent = join(folder(), 'absent.csv')
    expect(await maktaba('import', absent)).toEqual(refused(`${absent}: there is no such file`))
    expect(await maktaba('import', folder())).toEqual(refused(`${folder()}: not a file`))
  })
})

/** Imports a file by the command line, while this process works under the lock of that import, as a server does. */
async function importBesideServer(file: string, work: (id: string) => Promise<unknown>) {
  // Starting takes a second, in which this process takes the lock of the import before the command line can.
  await db.execute(sql`create or replace function slow_start() returns trigger language plpgsql as
    $$ begin perform pg_sleep(1); return new; end $$`)
  await db.execute(sql`create trigger slow_start before update on book_import for each row
    when (old.state = 'waiting' and new.state = 'running') execute function slow_start()`)
  const answer = maktaba('import', file, '--verbose')
  const inState = (state: 'waiting' | 'running') =>
    db.select({ id: bookImport.id }).from(bookImport).where(eq(bookImport.state, state))
  await expect.poll(() => inState('waiting'), { interval: 20 }).toHaveLength(1)
  const [{ id } = { id: '' }] = await inState('waiting')
  await withLock(id, async () => {
    await expect.poll(() => inState('running'), { interval: 20 }).toHaveLength(1)
    await work(id)
  })
  await db.execute(sql`drop trigger slow_start on book_import`)
  return answer
}

test('An import that another process has begun is waited for, and its rows are reported', LONG, async () => {
  const file = await aFile('other.csv', 'title\nOther 1\nOther 2\n')
  const { code, stdout } = await importBesideServer(file, () => sleep(1500))
  expect([code, reported(stdout)]).toEqual([0, [2, 3]])
  expect(stdout).toMatch(/^2 rows read, 2 imported,/m)
})

test(
  'An import that somebody pauses meanwhile has not gone well, and it is said where it is resumed',
  LONG,
  async () => {
    const file = await aFile('paused.csv', 'title\nPaused 1\nPaused 2\n')
    const { code, stdout, stderr } = await importBesideServer(file, pauseImport)
    expect(stdout).toMatch(/^0 rows read, 0 imported,/m)
    expect([code, stderr]).toEqual([1, 'paused.csv: somebody has paused it; resume it at /manager/import\n'])
  },
)

const reported = (stdout: string) => [...stdout.matchAll(/^row (\d+): imported$/gm)].map(([, row]) => Number(row))
const titles = async (name: string) => {
  const rows = await db
    .select({ title: book.title })
    .from(book)
    .where(like(book.title, `${name} %`))
  return new Set(rows.map(({ title }) => Number(title.slice(name.length + 1))))
}

/** Terminates the connections that wait for the backend with this process id; returns their number. */
async function terminateBlockedBy(blocker: number): Promise<number> {
  // Not every connection that waits: two chunks are written at once, and may wait for each other for a moment.
  const { rows } = await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and ${blocker} = any(pg_blocking_pids(pid))`,
  )
  return rows.length
}

describe('An import that is cut short', LONG, () => {
  const ROWS = 6000
  const rowsOf = (name: string) =>
    `title,author\n${Array.from({ length: ROWS }, (_, at) => `${name} ${at + 2},A\n`).join('')}`
  test('by kill -9: the reported rows are saved, and another run adds the rest, nothing twice', async () => {
    const file = await aFile('killed.csv', rowsOf('Killed'))
    for (const limit of [1, 1500, 3500]) {
      const child = start(['import', file, '--verbose'])
      const { stdout } = await answerOf(child, () => child.kill('SIGKILL'), limit * 18)
      const kept = await titles('Killed')
      expect(reported(stdout).filter((row) => !kept.has(row))).toEqual([])
      expect(kept.size).toBeLessThan(ROWS)
    }
    const { stdout } = await maktaba('import', file, '--quiet')
    const already = Number(/(\d+) already there/.exec(stdout)?.[1])
    expect(already).toBeGreaterThan(500)
    expect(stdout).toContain(
      `${ROWS} rows read, ${ROWS - already} imported, 0 changed, ${already} already there, 0 refused`,
    )
    const [found] = await db
      .select({ value: count(), different: sql<number>`count(distinct title)::int` })
      .from(book)
      .where(like(book.title, 'Killed %'))
    expect(found).toEqual({ value: ROWS, different: ROWS })
  })

  test('by Ctrl+C: the current batch is finished and summed up', async () => {
    const child = start(['import', await aFile('stopped.csv', rowsOf('Stopped')), '--verbose'])
    const { code, stdout, stderr } = await answerOf(child, () => child.kill('SIGINT'))
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' })
    const rows = reported(stdout)
    expect(rows.length).toBeLessThan(ROWS)
    expect(stdout).toContain(`\n${rows.length} rows read, ${rows.length} imported,`)
    expect(await titles('Stopped')).toEqual(new Set(rows))
  })

  test('by the database: one line, after the summary of the saved rows', async () => {
    const file = await aFile('lost.csv', rowsOf('Lost'))
    const { code, stdout, stderr } = await db.transaction(async (tx) => {
      // A book that is being added by someone else keeps the third chunk waiting.
      await tx.insert(book).values({ title: 'Lost 5002', author: 'A' })
      const blocker = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const child = start(['import', file, '--verbose'])
      const answer = answerOf(child)
      // Until the import waits; one that has ended without waiting is seen in its answer.
      while (child.exitCode === null && (await terminateBlockedBy(blocker.rows[0]!.pid)) === 0) await sleep(50)
      return answer
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^(A database connection broke: .*\n)?The database failed: .*\n$/)
    expect(reported(stdout)).toHaveLength(5000)
    expect(stdout).toContain('\n5000 rows read, 5000 imported,')
    expect((await titles('Lost')).size).toBe(5001)
  })
})
