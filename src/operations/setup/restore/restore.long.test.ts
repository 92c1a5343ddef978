import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { dropRestoreState, restoreFolder } from '#base/db/backup/restore-state.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { rememberOpened } from '#base/db/connection/opened.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { book } from '#base/db/tables/book.ts'
import { librarySetting } from '#base/db/tables/library-setting.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { session, user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { meRouter } from '#kit/me/me.router.server.ts'
import { readMailPassword } from '#base/mail/mail-password.server.ts'
import { Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { backUpOldLibrary, emptyLibrary, HOME, offer, PHRASE, Restorer, WORDS, type OldLibrary } from '#test/restore.ts'

const { url } = useDatabase()
let folder = ''
let old: OldLibrary
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-restore-'))
  rememberOpened({ connection: { connectionString: url } })
  old = await backUpOldLibrary(url, folder)
  for (const name of ['plain', 'words', 'no-admin']) await offer(at(`${name}.maktaba`), `${name}.maktaba`)
})
beforeEach(async () => {
  await dropRestoreState()
  await emptyLibrary()
})
afterAll(async () => {
  await dropRestoreState()
  await rm(join(env().dataDir, 'backups'), { recursive: true })
  await rm(folder, { recursive: true })
  rememberOpened(undefined)
})

const codeOf = async (response: Response) => [response.status, (await response.json()).code]
const CLOSED = [403, 'SETUP_CLOSED']
const count = () => Promise.all([db.$count(user), db.$count(book)])

describe('nobody restores', () => {
  test('from another address, without the proof of the page, or from a page of another site', async () => {
    expect(await codeOf(await new Restorer('192.168.1.20').look())).toEqual(CLOSED)
    expect(await codeOf(await new Restorer().look('x'))).toEqual(CLOSED)
    const foreign = await new Restorer().look(undefined, { origin: 'https://evil.example' })
    expect(await codeOf(foreign)).toEqual([403, 'INVALID_ORIGIN'])
    const rebound = await new Restorer().look(undefined, { host: 'evil.example:3000' })
    expect(rebound.status).toBe(421)
  })

  test('without the ticket that the page has got, or with one that is not ours', async () => {
    const here = new Restorer()
    const { id } = await here.find('plain.maktaba')
    const stranger = new Restorer()
    for (const cookie of ['', 'a.9999999999999.c', `${here.caller.cookies.get('maktaba-restore')}x`]) {
      if (cookie !== '') stranger.caller.cookies.set('maktaba-restore', cookie)
      expect(await codeOf(await stranger.post('begin', { id }))).toEqual(CLOSED)
      expect(await codeOf(await stranger.send(new Blob(['x'])))).toEqual(CLOSED)
      expect(await codeOf(await stranger.claim(old.amina.id))).toEqual(CLOSED)
    }
    // The ticket is of this computer too.
    const elsewhere = new Restorer('192.168.1.20')
    for (const [name, value] of here.caller.cookies) elsewhere.caller.cookies.set(name, value)
    expect(await codeOf(await elsewhere.post('begin', { id }))).toEqual(CLOSED)
    expect(await count()).toEqual([0, 0])
  })

  test('where there is a manager, also one who came while the page was open', async () => {
    const here = new Restorer()
    const { id } = await here.find('plain.maktaba')
    await aUser({ role: 'admin' })
    expect(await codeOf(await here.look())).toEqual(CLOSED)
    expect(await codeOf(await here.post('begin', { id }))).toEqual(CLOSED)
    expect(await codeOf(await here.send(new Blob(['x'])))).toEqual(CLOSED)
    expect(await count()).toEqual([1, 0])
  })
})

test('What is found says its library, day, books and whether it is whole', async () => {
  const cut = await readFile(at('plain.maktaba'))
  await writeFile(join(env().dataDir, 'backups', 'cut.maktaba'), cut.subarray(0, -10))
  const changed = Buffer.from(cut)
  changed[400] = (changed[400] ?? 0) ^ 1
  await writeFile(join(env().dataDir, 'backups', 'changed.maktaba'), changed)
  const here = new Restorer()
  expect(await here.find('words.maktaba')).toMatchObject({
    library: 'Les Baobabs',
    books: 1,
    borrowers: 0,
    check: 'whole',
    hasWords: true,
    place: { kind: 'computer', name: '' },
  })
  expect(await here.find('plain.maktaba')).toMatchObject({ hasWords: false })
  expect(await here.find('cut.maktaba')).toMatchObject({ check: 'wrong', problem: expect.stringContaining('cut off') })
  const damaged = await here.find('changed.maktaba')
  expect(damaged).toMatchObject({ check: 'wrong', problem: expect.stringContaining('damaged') })
  const refused = await here.post('begin', { id: damaged.id })
  expect(await refused.json()).toMatchObject({ code: 'FILE_REFUSED', message: expect.stringContaining('damaged') })
  expect((await here.state()).phase).toBe('none')
  await rm(join(env().dataDir, 'backups', 'cut.maktaba'))
  await rm(join(env().dataDir, 'backups', 'changed.maktaba'))
})

test('The library comes back, who came in before does not, and its admin is in and fresh', async () => {
  const here = new Restorer()
  const other = new Restorer()
  expect(await here.restore('plain.maktaba')).toMatchObject({ phase: 'restored' })
  expect(await db.select().from(book)).toMatchObject([{ title: 'Petals of Blood' }])
  for (const table of [session, apiKey]) expect(await db.$count(table)).toBe(0)
  expect(await db.$count(passkey)).toBe(1)
  const [settings] = await db.select().from(librarySetting)
  expect(settings).toMatchObject({ isSetUp: true, name: 'Les Baobabs' })
  // The words were not known to this backup.
  expect(await db.select().from(recovery)).toMatchObject([
    { words: null, sealedSecret: null, restoredAt: expect.any(Date) },
  ])
  // Only this browser says who it is; the set-up is closed.
  expect(await codeOf(await other.look())).toEqual(CLOSED)
  expect(await codeOf(await other.claim(old.amina.id))).toEqual(CLOSED)
  expect((await other.state()).phase).toBe('none')
  const [banned] = await db.select().from(user).where(like(user.email, 'banned%'))
  for (const id of [old.reader.id, banned?.id ?? '']) expect((await here.claim(id)).status).toBe(404)
  expect((await here.claim('x')).status).toBe(400)

  const answers = await Promise.all([here.claim(old.juma.id), here.claim(old.juma.id), here.claim(old.juma.id)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403])
  expect(await here.caller.call(meRouter.me, undefined)).toMatchObject({ name: 'Juma Mwangi', role: 'admin' })
  expect(await db.select().from(session)).toMatchObject([{ userId: old.juma.id, authenticatedAt: expect.any(Date) }])
  await flushSecurityEvents()
  const events = await db.select().from(securityEvent).where(eq(securityEvent.userId, old.juma.id))
  expect(events.map(({ kind, details }) => ({ kind, details }))).toContainEqual({
    kind: 'signed_in',
    details: { how: 'restore' },
  })
  expect(await db.$count(securityEvent, eq(securityEvent.kind, 'restored'))).toBeGreaterThan(0)
  await expect.poll(async () => (await mailsTo('amina@example.org')).join()).toContain('Juma Mwangi')
})

const mailsTo = async (email: string): Promise<string[]> => {
  const { readdir } = await import('node:fs/promises')
  const outbox = join(env().dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.filter((mail) => mail.includes(`To: ${email}`))
}

describe('the words of the sheet', () => {
  test('bring the mail password back, however they are typed', async () => {
    const typed = ` 1. ${WORDS.toUpperCase().replaceAll(' ', ',  ')} `.replace('RIVER', 'Rivér')
    expect(await new Restorer().restore('words.maktaba', typed)).toMatchObject({ phase: 'restored' })
    const [settings] = await db.select().from(librarySetting)
    expect(await readMailPassword(settings?.mailServer?.password ?? '')).toBe('mail password')
    const [kept] = await db.select().from(recovery)
    expect(kept).toMatchObject({ words: expect.any(String), sealedSecret: { box: expect.any(String) } })
  })

  test('are not needed: then the password is asked for again', async () => {
    expect(await new Restorer().restore('words.maktaba')).toMatchObject({ phase: 'restored' })
    const [settings] = await db.select().from(librarySetting)
    await expect(readMailPassword(settings?.mailServer?.password ?? '')).rejects.toThrow(/another secret/)
  })

  test('that are wrong are said before anything is changed', async () => {
    const here = new Restorer()
    const [plain, words] = [await here.find('plain.maktaba'), await here.find('words.maktaba')]
    for (const [id, typed, sentence] of [
      [words.id, WORDS.replace('river', 'ladder'), 'not the words of this backup'],
      [words.id, 'river lamp', 'here are 2'],
      [words.id, WORDS.replace('river', 'rivver'), 'rivver'],
      [plain.id, WORDS, 'before there was such a sheet'],
    ] as const) {
      const refused = await here.post('begin', { id, words: typed })
      expect(await refused.json()).toMatchObject({
        status: 400,
        data: { messages: { words: expect.stringContaining(sentence) } },
      })
    }
    expect((await here.state()).phase).toBe('none')
    expect(await count()).toEqual([0, 0])
    for (let guess = 0; guess < 20; guess += 1)
      await here.post('begin', { id: words.id, words: WORDS.replace('river', 'lamp') })
    expect((await here.post('begin', { id: words.id, words: WORDS })).status).toBe(429)
  })
})

test('The recovery phrase is asked where one was set, and wrong ones are limited', async () => {
  const here = new Restorer()
  await here.restore('words.maktaba')
  for (const phrase of ['', 'x', PHRASE.slice(1)])
    expect(await codeOf(await here.claim(old.amina.id, phrase))).toEqual([403, 'RECOVERY_PHRASE'])
  for (let guess = 0; guess < 8; guess += 1) await here.claim(old.amina.id, 'wrong')
  expect((await here.claim(old.amina.id, PHRASE)).status).toBe(429)
  await db.execute(sql`delete from limit_hit`)
  expect((await here.claim(old.amina.id, `  ${PHRASE.toUpperCase()}`)).status).toBe(200)
})

test('A library without an admin gets one as in a new set-up, and keeps what it has decided', async () => {
  const here = new Restorer()
  await here.restore('no-admin.maktaba')
  const { setupProof } = await import('#base/auth/better-auth/setup.server.ts')
  const form = new URLSearchParams({ proof: setupProof(), name: 'Wanjiru', email: 'w@example.org', restored: 'on' })
  const made = await here.caller.request('/setup', { body: form })
  expect(made.status).toBe(303)
  const [settings] = await db.select().from(librarySetting)
  expect(settings?.name).toBe('Les Baobabs')
  expect(await db.$count(user, eq(user.role, 'admin'))).toBe(1)
})

describe('a file that is sent', () => {
  test('is kept under a name of ours, restored by its own, and gone afterwards', async () => {
    const here = new Restorer()
    await here.look()
    const bytes = new Blob([await readFile(at('plain.maktaba'))])
    const sent = await here.send(bytes, '../../secret')
    expect(sent.status).toBe(201)
    expect(await sent.json()).toMatchObject({ file: 'secret', books: 1, check: 'whole', place: { kind: 'sent' } })
    expect(await here.restore('secret')).toMatchObject({ phase: 'restored' })
    expect((await here.claim(old.amina.id)).status).toBe(200)
    await expect(readFile(join(restoreFolder(), 'sent.maktaba'))).rejects.toThrow(/ENOENT/)
  })

  test('that is no backup, is cut or says that it is larger than can be is refused', async () => {
    const here = new Restorer()
    await here.look()
    expect(await (await here.send(new Blob(['PK\u0003\u0004']), 'a.zip')).json()).toMatchObject({
      check: 'wrong',
      problem: expect.stringContaining('no backup of Maktaba'),
    })
    await truncate(at('plain.maktaba'), (await readFile(at('plain.maktaba'))).length)
    const cut = new Blob([(await readFile(at('plain.maktaba'))).subarray(0, 500)])
    expect(await (await here.send(cut)).json()).toMatchObject({ check: 'wrong' })
    const large = await here.caller.request('/api/restore/file', {
      body: new Blob(['x']),
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(5 * 1024 ** 3) },
    })
    expect(large.status).toBe(413)
    const form = new FormData()
    form.set('file', new Blob(['x']))
    expect((await here.caller.request('/api/restore/file', { body: form })).status).toBe(415)
  })

  test('of two at once one is taken, and of two restores one runs', async () => {
    const here = new Restorer()
    await here.look()
    const bytes = new Blob([await readFile(at('plain.maktaba'))])
    const sent = await Promise.all([here.send(bytes), here.send(bytes)])
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(201)
    const { id } = await here.find('plain.maktaba')
    const begun = await Promise.all([
      here.post('begin', { id }),
      here.post('begin', { id }),
      here.post('begin', { id }),
    ])
    expect(begun.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(await here.ended()).toMatchObject({ phase: 'restored' })
  })
})

test('A restore that fails leaves all as it was and says why', async () => {
  await aUser({ email: 'reader@example.org' })
  await db.insert(book).values({ title: 'Mine' })
  // Something else in the database leads to the library.
  await db.execute(sql`create table foreign_table (book_id uuid references book)`)
  const here = new Restorer()
  expect(await here.restore('plain.maktaba')).toMatchObject({
    phase: 'failed',
    problem: expect.stringContaining('nothing was changed'),
  })
  expect(await count()).toEqual([1, 1])
  await db.execute(sql`drop table foreign_table`)
  // And can be tried again; what was there is kept in a backup.
  expect(await here.restore('plain.maktaba')).toMatchObject({ phase: 'restored' })
  expect(JSON.stringify(logged)).not.toContain(WORDS)
})

test('Requests meanwhile wait or are refused for a moment, and then see the library of the backup', async () => {
  const here = new Restorer()
  const { id } = await here.find('plain.maktaba')
  const visitor = new Caller(HOME)
  await here.post('begin', { id })
  const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.request('/api/v1/me')))
  for (const { status } of answers) expect([401, 503]).toContain(status)
  expect(await here.ended()).toMatchObject({ phase: 'restored' })
  expect(await db.$count(book)).toBe(1)
})
