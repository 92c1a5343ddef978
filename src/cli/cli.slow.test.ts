import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { count, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import messages from '../../messages/en.json' with { type: 'json' }
import { db } from '#db/client.server.ts'
import { activity } from '#db/tables/activity.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { user } from '#db/tables/user.ts'
import { now } from '#lib/clock.ts'
import { projectRoot } from '#lib/project-root.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'

// Each call starts a process.
const LONG = { timeout: 180_000 }
const database = useDatabase()
let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'maktaba-cli-'))))
afterAll(() => rm(folder, { recursive: true }))

interface Answer {
  code: number | null
  stdout: string
  stderr: string
}
type Child = ChildProcessByStdio<null, Readable, Readable>

const start = (args: string[], env: Record<string, string> = {}): Child =>
  spawn(process.execPath, [join(projectRoot, 'src', 'cli', 'maktaba.ts'), ...args], {
    // Nothing but the database: no mail, no secret.
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** The output of a process until it ends. `act` is called once, when stdout has more than `after` characters. */
function answerOf(child: Child, act?: () => void, after = 0): Promise<Answer> {
  const answer: Answer = { code: null, stdout: '', stderr: '' }
  let isActed = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer.stdout += text
    if (isActed || answer.stdout.length <= after) return
    isActed = true
    act?.()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (answer.stderr += text))
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...answer, code })))
}

const maktaba = (...args: string[]): Promise<Answer> => answerOf(start(args))
const said = (stdout: string): Answer => ({ code: 0, stdout, stderr: '' })
const refused = (stderr: string): Answer => ({ code: 1, stdout: '', stderr: `${stderr}\n` })

async function aFile(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

describe('Wrong usage is explained', LONG, () => {
  test('every verb has --help', async () => {
    const verbs = [[], ['migrate'], ['seed'], ['user', 'add'], ['user', 'promote'], ['user', 'list'], ['import']]
    for (const { code, stdout, stderr } of await Promise.all(verbs.map((verb) => maktaba(...verb, '--help')))) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('Usage: maktaba')
    }
  })

  test.each([
    [[], 'Usage: maktaba'],
    [['export'], "unknown command 'export'"],
    [['import'], "missing required argument 'file'"],
    [['import', 'x.csv', '--map', 'isbn=ISBN'], '--map isbn: allowed are title, author, genre, publisher'],
    [['seed', 'all'], 'Allowed choices are genres, sample'],
    [['seed', 'sample', '--remove-samples'], '--remove-samples adds nothing'],
    [['seed', '--genre', 'Maps', '--hue', '360'], 'a whole number from 0 to 359'],
    [['user', 'ban', 'a@example.org'], "unknown command 'ban'"],
    [['user'], 'Usage: maktaba user'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await maktaba(...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('a wrong setting and a database that refuses are one line each', async () => {
    const wrong = await answerOf(start(['migrate'], { DATABASE_URL: 'mysql://localhost' }))
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^DATABASE_URL is .*\n$/)
    const url = new URL(database.url)
    url.pathname = '/not_there'
    const absent = await answerOf(start(['migrate'], { DATABASE_URL: url.href }))
    expect(absent).toMatchObject({ code: 1, stdout: '' })
    expect(absent.stderr).toMatch(/^The database at DATABASE_URL refuses: .*not_there.*\n$/)
  })
})

describe('migrate and seed', LONG, () => {
  test('bring the database up to date and fill it once', async () => {
    expect(await maktaba('migrate')).toEqual(said('The database is up to date.\n'))
    expect(await maktaba('seed', 'genres')).toEqual(said('0 genres added\n'))
    expect((await maktaba('seed')).stdout).toMatch(/^0 genres and \d{3} books added\n$/)
    expect(await maktaba('seed')).toEqual(said('0 genres and 0 books added\n'))
    await db.update(book).set({ version: 2 }).where(eq(book.title, 'Nedjma'))
    expect((await maktaba('seed', '--remove-samples')).stdout).toMatch(
      /^\d{3} sample books removed; 1 book changed since, kept: Nedjma\n$/,
    )
    expect(await maktaba('seed', '--remove-samples')).toEqual(said('0 sample books removed\n'))
  })

  test('a genre is added once, whatever its spelling and language', async () => {
    expect(await maktaba('seed', '--genre', ' Maps & atlases ', '--hue', '12')).toEqual(
      said('Genre Maps & atlases added, hue 12\n'),
    )
    expect(await db.select({ hue: genre.hue }).from(genre).where(eq(genre.name, 'Maps & atlases'))).toEqual([
      { hue: 12 },
    ])
    expect(await maktaba('seed', '--genre', 'MAPS  & átlases')).toEqual(refused(messages.genre_taken))
    expect(await maktaba('seed', '--genre', 'Riwaya')).toEqual(refused(messages.genre_taken))
    expect(await maktaba('seed', '--genre', ' ')).toEqual(refused(messages.genre_required))
  })
})

describe('user', LONG, () => {
  test('add: does not onboard the user; an address is unique', async () => {
    expect(await maktaba('user', 'add', ' Asha@Example.ORG ')).toEqual(said('asha@example.org added with role user\n'))
    expect(await maktaba('user', 'add', 'juma@example.org', '--name', 'Juma', '--admin')).toEqual(
      said('juma@example.org added with role admin\n'),
    )
    expect(await maktaba('user', 'add', 'ASHA@example.org')).toEqual(refused(messages.email_taken))
    expect(await maktaba('user', 'add', 'asha')).toEqual(refused(messages.email_invalid))
    expect(await maktaba('user', 'add', 'a@example.org', '--name', '')).toEqual(refused(messages.name_required))
    const people = await db.select().from(user).where(like(user.email, '%a@example.org')).orderBy(user.email)
    expect(people).toMatchObject([
      { email: 'asha@example.org', name: '', role: 'user', onboardedAt: null, emailVerified: false },
      { email: 'juma@example.org', name: 'Juma', role: 'admin', onboardedAt: null, emailVerified: false },
    ])
  })

  test('promote keeps the other roles', async () => {
    await aUser({ email: 'two@example.org', role: 'user,editor' })
    expect(await maktaba('user', 'promote', 'TWO@example.org')).toEqual(
      said('two@example.org has role admin,user,editor now\n'),
    )
    expect(await maktaba('user', 'promote', 'two@example.org')).toEqual(said('two@example.org is admin already\n'))
    expect(await maktaba('user', 'promote', 'none@example.org')).toEqual(
      refused('No user with the address none@example.org'),
    )
    const [done] = await db.select().from(activity).where(eq(activity.subjectName, 'Juma'))
    const [raised] = await db.select().from(activity).where(eq(activity.action, 'user.set-role'))
    expect([done, raised]).toMatchObject([
      { actorKind: 'operator', actorId: null, action: 'user.create' },
      { actorKind: 'operator', actorId: null, after: { role: 'admin,user,editor' } },
    ])
  })

  test('list finds by address and name, ignoring case and accents', async () => {
    const { id } = await aUser({ email: 'list@example.net' })
    await db.update(user).set({ name: 'Zoé %\n\u001B[31mRed' }).where(eq(user.id, id))
    await aUser({ email: 'other@example.net', name: 'Zoo' })
    const { stdout } = await maktaba('user', 'list', '--search', 'ZOE %')
    const [head, row, ...rest] = stdout.trimEnd().split('\n')
    expect(head).toMatch(/^email +name +role +onboarded +created$/)
    const today = now().toISOString().slice(0, 10)
    expect(row).toMatch(
      new RegExp(`^list@example\\.net {2}Zoé % \\[31mRed {2}user {2}${today} \\d\\d:\\d\\d {2}${today} \\d\\d:\\d\\d$`),
    )
    expect(rest).toEqual([])
  })
})

describe('import', LONG, () => {
  test('reports every row', async () => {
    await aBook({ title: 'Known', author: 'A' })
    const file = await aFile(
      'rows.csv',
      `title;ISBN;author\nNew;1;B\nknown;2;a\nNEW;3;b\n;4;B\n${'x'.repeat(501)};5;B\nShort;6\n`,
    )
    const { code, stdout, stderr } = await maktaba('import', file)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toEqual([
      'Columns: title from "title", author from "author"; ignored: ISBN',
      `row 3: ${messages.error_BOOK_TAKEN} (already in the catalogue)`,
      `row 4: ${messages.error_BOOK_TAKEN} (row 2 of this file)`,
      `row 5: ${messages.title_required}`,
      'row 6: Title: Should have at most 500 characters',
      'row 7: 2 columns where the header has 3',
      expect.stringMatching(/^6 rows read, 1 imported, 1 already there, 4 refused, 0 genres added, [\d.]+ s$/),
      `1 refused: ${messages.error_BOOK_TAKEN} (earlier in this file)`,
      `1 refused: ${messages.title_required}`,
      '1 refused: Title: Should have at most 500 characters',
      '1 refused: Not as many columns as the header has',
    ])
    expect((await maktaba('import', file, '--quiet')).stdout).toMatch(
      /^6 rows read, 0 imported, 3 already there, 3 refused/,
    )
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

  test('a broken file is refused in one line and changes nothing', async () => {
    const latin1 = await maktaba('import', await aFile('latin1.csv', Buffer.from('title\nBad 1\nÉté\n', 'latin1')))
    expect(latin1).toMatchObject({ code: 1, stdout: '' })
    expect(latin1.stderr).toMatch(
      /^latin1\.csv: line 3 is not UTF-8 \(byte 0xC9\): .*iconv -f ISO-8859-1 -t UTF-8 .*\n$/,
    )
    const quote = await maktaba('import', await aFile('quote.csv', 'title\nBad 1\n"Bad 2\nBad 3\n'))
    expect(quote).toEqual(refused('quote.csv: row 3: a quote is opened there and never closed'))
    expect(await db.$count(book, like(book.title, 'Bad %'))).toBe(0)
  })

  test('a path that is not a file is reported', async () => {
    const absent = join(folder, 'absent.csv')
    expect(await maktaba('import', absent)).toEqual(refused(`${absent}: there is no such file`))
    expect(await maktaba('import', folder)).toEqual(refused(`${folder}: not a file`))
  })
})

const reported = (stdout: string) => [...stdout.matchAll(/^row (\d+): imported$/gm)].map(([, row]) => Number(row))
const titles = async (name: string) => {
  const rows = await db
    .select({ title: book.title })
    .from(book)
    .where(like(book.title, `${name} %`))
  return new Set(rows.map(({ title }) => Number(title.slice(name.length + 1))))
}

/** Terminates the connections of this database that wait for a lock; returns their number. */
async function terminateWaiting(): Promise<number> {
  const { rows } = await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
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
    expect(stdout).toContain(`${ROWS} rows read, ${ROWS - already} imported, ${already} already there, 0 refused`)
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
      // A book that is being added by someone else keeps the fourth batch waiting.
      await tx.insert(book).values({ title: 'Lost 1502', author: 'A' })
      const answer = answerOf(start(['import', file, '--verbose']))
      await expect.poll(() => terminateWaiting(), { timeout: 30_000 }).toBe(1)
      return answer
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^(A database connection broke: .*\n)?The database failed: .*\n$/)
    expect(reported(stdout)).toHaveLength(1500)
    expect(stdout).toContain('\n1500 rows read, 1500 imported,')
    expect((await titles('Lost')).size).toBe(1501)
  })
})
