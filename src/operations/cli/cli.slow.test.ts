import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { user } from '#base/db/tables/user.ts'
import { now } from '#base/lib/clock.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { aUser } from '#test/factories.ts'
import { words } from '../../../testing/words.ts'
import { answerOf, LONG, refused, said, useCli } from './cli.test-kit.ts'

const w = words('en')
const { database, maktaba, start } = useCli()

describe('Wrong usage is explained', LONG, () => {
  test('run from its sources, as by npm run maktaba', async () => {
    const maktabaScript = join(projectRoot, 'src', 'operations', 'cli', 'maktaba.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [maktabaScript, 'user', 'list', '--help'])
    expect(stdout).toContain('Usage: maktaba user list')
  })

  test('every verb has --help', async () => {
    const verbs = [
      [],
      ['migrate'],
      ['seed'],
      ['user', 'add'],
      ['user', 'promote'],
      ['user', 'list'],
      ['import'],
      ['export'],
      ['library', 'add'],
      ['library', 'remove'],
    ]
    for (const { code, stdout, stderr } of await Promise.all(verbs.map((verb) => maktaba(...verb, '--help')))) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('Usage: maktaba')
    }
  })

  test.each([
    [[], 'Usage: maktaba'],
    [['shelve'], "unknown command 'shelve'"],
    [['export'], "missing required argument 'file'"],
    [['import'], "missing required argument 'file'"],
    [['import', 'x.csv', '--map', 'price=Price'], '--map price: allowed are title, author, genre, publisher'],
    [['seed', 'all'], 'Allowed choices are genres, sample'],
    [['seed', 'sample', '--remove-samples'], '--remove-samples adds nothing'],
    [['seed', '--genre', 'Maps', '--hue', '360'], 'a whole number from 0 to 359'],
    [['user', 'ban', 'a@example.org'], "unknown command 'ban'"],
    [['user'], 'Usage: maktaba user'],
    [['library', 'add', 'kisumu', 'https://kisumu.example.org'], "required option '--admin <email>' not specified"],
    [['library', 'remove', 'kisumu'], "required option '--yes' not specified"],
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
      /^\d{3} sample books removed; 1 book changed or in use, kept: Nedjma\n$/,
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
    expect(await maktaba('seed', '--genre', 'MAPS  & átlases')).toEqual(refused(w('genre_taken')))
    expect(await maktaba('seed', '--genre', 'Riwaya')).toEqual(refused(w('genre_taken')))
    expect(await maktaba('seed', '--genre', ' ')).toEqual(refused(w('genre_required')))
  })
})

describe('user', LONG, () => {
  test('add: does not onboard the user; an address is unique', async () => {
    expect(await maktaba('user', 'add', ' Asha@Example.ORG ')).toEqual(said('asha@example.org added with role user\n'))
    expect(await maktaba('user', 'add', 'juma@example.org', '--name', 'Juma', '--admin')).toEqual(
      said('juma@example.org added with role admin\n'),
    )
    expect(await maktaba('user', 'add', 'ASHA@example.org')).toEqual(refused(w('email_taken')))
    expect(await maktaba('user', 'add', 'asha')).toEqual(refused(w('email_invalid')))
    expect(await maktaba('user', 'add', 'a@example.org', '--name', '')).toEqual(refused(w('name_required')))
    const people = await db.select().from(user).where(like(user.email, '%a@example.org')).orderBy(user.email)
    expect(people).toMatchObject([
      { email: 'asha@example.org', name: '', role: 'user', onboardedAt: null, emailVerified: false },
      { email: 'juma@example.org', name: 'Juma', role: 'admin', onboardedAt: null, emailVerified: false },
    ])
  })

  test('card makes a card that is in the security log, for an address that is known', async () => {
    const settings = { AUTH_SECRET: 'x'.repeat(32), MAIL: 'outbox' }
    const { id } = await aUser({ email: 'locked-out@example.org' })
    const { stdout, stderr, code } = await answerOf(
      start(['user', 'card', 'LOCKED-OUT@example.org', '--days', '7'], settings),
    )
    expect([stderr, code, stdout]).toEqual([
      '',
      0,
      expect.stringMatching(
        /^(\w{4}-\w{4}-\w{4})\n\S+\/login\/card#\w{12}\nIt signs locked-out@example.org in once, until /,
      ),
    ])
    const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, id))
    expect(events).toMatchObject([{ kind: 'card_given', details: { days: 7, by: 'operator' } }])
    expect(await answerOf(start(['user', 'card', 'none@example.org'], settings))).toEqual(
      refused('No user with the address none@example.org'),
    )
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
