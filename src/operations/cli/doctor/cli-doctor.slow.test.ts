import { chmod, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { SMTPServer } from 'smtp-server'
import { openEmbedded } from '#base/db/embedded/embedded.server.ts'
import { migrateDatabase } from '#base/db/migration/migrate.server.ts'
import { seedGenres } from '#base/db/seed/seed.server.ts'
import { dataRoot } from '#test/data-root.ts'
import { answerOf, LONG, useCli } from '../cli.test-kit.ts'

const { start } = useCli()
const log = { info: () => undefined, warn: () => undefined }
let dataDir = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(dataRoot(), 'maktaba-test-doctor-'))
  // Run by root, PostgreSQL is another user, who needs access to the folder.
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true }))

const doctor = async (env: Record<string, string> = {}, ...args: string[]) => {
  const { code, stdout, stderr } = await answerOf(
    start(['doctor', ...args], { DATABASE_URL: '', DATA_DIR: dataDir, ...env }),
  )
  expect(stderr).toBe('')
  return { code, lines: stdout.trimEnd().split('\n') }
}
const line = (start: string) => expect.stringMatching(new RegExp(`^${start}`))

test('before the first start there is no database, and none is made', LONG, async () => {
  expect((await doctor()).lines).toContainEqual(line('warning  Database: there is none'))
  expect(await readdir(dataDir)).toEqual(['outbox'])
})

test('a sound library gets a line for each check, and a mail', LONG, async () => {
  const database = await openEmbedded({ dataDir, log })
  await migrateDatabase(database.connection, async (db) => void (await seedGenres(db)))
  await database.close()
  const { code, lines } = await doctor()
  expect({ code, lines }).toEqual({
    code: 0,
    lines: [
      line('ok {7}Settings: DATA_DIR'),
      line('warning  No email is sent: '),
      line('ok {7}Folders: '),
      line('ok {7}Disk: '),
      line('ok {7}Version: '),
      line('ok {7}Clock: 20'),
      line('ok {7}Tables: all, and \\d+ indexes, are whole, and so are their checksums$'),
      line('warning  Backups: there is none .*npm run maktaba -- backup$'),
      line('ok {7}Mail: written to '),
    ],
  })
  expect(await readdir(join(dataDir, 'outbox'))).toHaveLength(2)
})

test('what it says to do about a missing backup ends that warning', LONG, async () => {
  const made = await answerOf(start(['backup'], { DATABASE_URL: '', DATA_DIR: dataDir }))
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/-manual\.maktaba: 0 books and 0 users, checked\n$/)
  const { lines } = await doctor({}, '--no-mail')
  expect(lines.at(-1)).toMatch(/^ok {7}Backups: the newest is .*-manual\.maktaba/)
})

test('the mail goes by the server that the library has decided', LONG, async () => {
  const taken: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _, done) => {
      taken.push(address)
      done()
    },
  })
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve(listener.address() as AddressInfo))
  })
  const database = await openEmbedded({ dataDir, log })
  const client = new Client(database.connection)
  await client.connect()
  const decided = { host: '127.0.0.1', port, security: 'none', user: '', password: '', sender: 'books@example.org' }
  await client.query('update library_setting set mail_server = $1', [JSON.stringify(decided)])
  await client.end()
  await database.close()
  const { lines } = await doctor({}, '--mail', 'ada@example.org')
  expect(lines.at(-1)).toMatch(/^ok {7}Mail: sent to ada@example\.org/)
  expect(lines).not.toContainEqual(line('warning  No email is sent'))
  expect(taken).toEqual(['books@example.org'])
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('says what to do about settings, open folders, and a damaged table', LONG, async () => {
  expect(await doctor({ PORT: 'x', SEED: 'y' })).toEqual({
    code: 1,
    lines: [line('problem  PORT is "x": allowed'), line('problem  SEED is "y": allowed')],
  })
  const database = await openEmbedded({ dataDir, log })
  const client = new Client(database.admin)
  await client.connect()
  const { rows } = await client.query("select pg_relation_filepath('genre') as path")
  await client.query('checkpoint')
  await client.end()
  await database.close()
  const file = await open(join(database.dataDir, rows[0].path), 'r+')
  await file.write(Buffer.from('bad'), 0, 3, 8000)
  await file.close()
  await chmod(join(dataDir, 'outbox'), 0o755)
  const { code, lines } = await doctor({}, '--no-mail')
  expect(code).toBe(1)
  expect(lines).toContainEqual(line('problem  .*/outbox is open to other users of this machine: chmod go-rwx'))
  expect(lines).toContainEqual(line('problem  Tables: damaged \\(.*\\)\\. Stop the server, copy DATA_DIR, and restore'))
  expect(lines.some((text) => text.includes('Mail'))).toBe(false)
})
