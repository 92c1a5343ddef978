import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { rememberOpened } from '#base/db/connection/opened.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { readWarnings, forgetMachine } from './shared/library-warnings.server.ts'
import { moveClock } from '#base/lib/clock.ts'
import { errorForLog } from '#base/lib/log.server.ts'
import { forgetLines, keepLine, recentLines } from '#base/lib/recent-log.server.ts'
import { mailEnded } from '#base/lib/telemetry.server.ts'
import { mailCounts } from '#base/mail/sent-mails.server.ts'
import { sealMailPassword } from '#base/mail/mail-password.server.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { useEnv } from '#test/env.ts'
import { removeFolder } from '#test/remove-folder.ts'
import { forgetHealth } from './examine-library.server.ts'
import { healthRouter } from './health.router.server.ts'

const PORT = 20_000 + (process.pid % 10_000)
const folder = join(tmpdir(), `maktaba-health-${process.pid}`)
const { url } = useDatabase()
useEnv({
  DATA_DIR: folder,
  BACKUPS: 'on',
  ADMIN_EMAIL: 'amina@school.example',
  MAIL_FROM: 'Library <library@school.example>',
  MAIL: 'smtp',
  SMTP_URL: `smtp://geheim-user:geheim-smtp@127.0.0.1:${PORT}/?key=geheim-query`,
  METRICS_TOKEN: 'geheim-metrics-token',
  GITHUB_CLIENT_ID: 'github-id',
  GITHUB_CLIENT_SECRET: 'geheim-github',
})
const smtp = createServer((socket) => socket.end('220 mail.example.org ESMTP\r\n'))

beforeAll(async () => {
  await mkdir(folder, { mode: 0o700 })
  rememberOpened({ connection: { connectionString: url } })
  mailCounts()
})
beforeEach(() => {
  forgetHealth()
  forgetMachine()
  forgetLines()
})
afterEach(() => moveClock(0))
afterAll(async () => {
  smtp.close()
  await removeFolder(folder)
})

const codes = async () => {
  forgetHealth()
  const { findings } = await (await as('manager')).call(healthRouter.examine, undefined)
  return findings?.map(({ code, state }) => `${state} ${code}`) ?? []
}

test('managers alone are told, what is wrong first', async () => {
  await expect((await as('reader')).call(healthRouter.examine, undefined)).rejects.toMatchObject({
    code: 'RESOURCE_NOT_ALLOWED',
  })
  expect((await (await as('helper')).request('/api/v1/help-report')).status).toBe(403)
  expect((await (await as('stranger')).request('/api/v1/help-report')).status).toBe(401)
  const found = await codes()
  expect(found[0]).toBe('fault mail_unreached')
  expect(found).toEqual([
    ...found.filter((one) => one.startsWith('fault')),
    ...found.filter((one) => one.startsWith('warning')),
    ...found.filter((one) => one.startsWith('good')),
  ])
  expect(found).toEqual(expect.arrayContaining(['good database', 'good version', 'warning backups_none']))
})

test('one run serves all who ask meanwhile, and for half a minute after', async () => {
  const manager = await as('manager')
  const [one, other] = await Promise.all([
    manager.call(healthRouter.examine, undefined),
    manager.call(healthRouter.examine, undefined),
  ])
  expect(one.at).toEqual(other.at)
  expect((await manager.call(healthRouter.examine, undefined)).at).toEqual(one.at)
})

test('a mail server that greets is reached, and mails of this process are counted', async () => {
  await new Promise<void>((resolve) => smtp.listen(PORT, '127.0.0.1', resolve))
  expect(await codes()).toContain('good mail_reached')
  mailEnded.publish({ isFailed: false })
  expect(await codes()).toContain('good mails')
  mailEnded.publish({ isFailed: true })
  expect(await codes()).toContain('fault mails_failing')
  expect(await readWarnings(1)).toContainEqual({ code: 'mail', value: 0 })
  mailEnded.publish({ isFailed: false })
  expect(await codes()).toContain('warning mails_some')
  expect(await readWarnings(1)).not.toContainEqual({ code: 'mail', value: 0 })
})

test('a database that cannot be reached is a finding, not a failure', async () => {
  rememberOpened({ connection: { host: '127.0.0.1', port: 1 } })
  expect(await codes()).toContain('fault database_failed')
  rememberOpened({ connection: { connectionString: url } })
})

test('the dashboard warns of a library without a backup, and of an old one', async () => {
  const ofBackups = async (books: number) => {
    forgetMachine()
    return (await readWarnings(books)).filter(({ code }) => code.startsWith('backup'))
  }
  expect(await ofBackups(49)).toEqual([])
  expect(await ofBackups(50)).toEqual([{ code: 'backup_none', value: 0 }])
  const stamp = new Date().toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
  await mkdir(join(folder, 'backups'), { mode: 0o700 })
  await writeFile(join(folder, 'backups', `${stamp}-nightly.maktaba`), '')
  expect(await ofBackups(50)).toEqual([])
  moveClock(3.5 * 86_400_000)
  expect(await ofBackups(1)).toEqual([{ code: 'backup_old', value: 3 }])
})

/** None of them may stand in a report. */
const PLANTED = [
  'amina@school.example',
  'juma@مثال.example',
  'juma%40school.example',
  'library@school.example',
  'geheim-metrics-token',
  'geheim-smtp',
  'geheim-github',
  '192.0.2.77',
  '2001:db8::77',
  '::1',
  '481516',
  '481 516',
  '٤٨١٥١٦',
  'K7QM-P2XD-9RTW',
  'q8Zr2LmV0xYt4Bn6KsWp1HdE',
  'AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGh',
  '01a1fc5f-3ab8-711d-bde4-965ef5d28919',
  'books mailer',
  'geheim of the mail server',
]
/** What stands only where it is left out. */
const IN_FIELDS = ['needle-of-a-search', 'Mozilla/5.0']

test('the report has what helps, and nothing secret or personal', async () => {
  const password = await sealMailPassword('geheim of the mail server')
  const server = { host: '127.0.0.1', port: 1, security: 'none', sender: 'library@school.example' } as const
  await storeLibrarySettings({ mailServer: { ...server, user: 'books mailer', password } })
  PLANTED.push(password)
  const log = pino({ base: null, serializers: { err: errorForLog } }, { write: keepLine })
  for (const secret of PLANTED) {
    log.warn(`Something about ${secret}: failed`)
    log.error(
      { err: Object.assign(new Error(`It said (${secret})`), { code: 'EPLANTED', response: secret }) },
      'Broken',
    )
  }
  log.error(
    {
      method: 'GET',
      path: '/api/v1/users/01a1fc5f-3ab8-711d-bde4-965ef5d28919?searchTerm=needle-of-a-search',
      client: '192.0.2.77',
      user: '01a1fc5f-3ab8-711d-bde4-965ef5d28919',
      userAgent: 'Mozilla/5.0',
      token: 'q8Zr2LmV0xYt4Bn6KsWp1HdE',
    },
    'connect ECONNREFUSED ::1:5432 by https://geheim-a:geheim-b@mail.example.org/?key=geheim-c',
  )
  const manager = await as('manager')
  const response = await manager.request('/api/v1/help-report')
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="maktaba-report-\d{4}-\d\d-\d\d\.txt"/,
  )
  const text = await response.text()
  const ofLog = text.slice(text.indexOf('Warnings and errors'))
  // The settings name the library's own machines.
  for (const secret of [...PLANTED, ...IN_FIELDS]) expect([secret, ofLog.includes(secret)]).toEqual([secret, false])
  for (const person of PLANTED.slice(0, 5)) expect([person, text.includes(person)]).toEqual([person, false])
  expect(text).not.toContain('geheim')
  for (const part of [
    'Node v',
    'PostgreSQL 1',
    'DATA_DIR = ',
    'GITHUB_CLIENT_SECRET = (secret)',
    'Backups: the newest is',
  ])
    expect(text).toContain(part)
  for (const part of ['EPLANTED', 'health.router.test.ts', 'ECONNREFUSED', 'method=GET path=/api/v1/users/<id>'])
    expect(ofLog).toContain(part)
  await flushSecurityEvents()
  const events = await db.select().from(securityEvent)
  expect(events.at(-1)).toMatchObject({ kind: 'exported', details: { format: 'txt', what: 'report' } })
})

test('reports are limited', async () => {
  const manager = await as('manager')
  const statuses: number[] = []
  for (let count = 0; count < 21; count++) statuses.push((await manager.request('/api/v1/help-report')).status)
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429])
})

test('the last lines of the log are kept, few and short', () => {
  for (let count = 0; count < 300; count++) keepLine(`line ${count}`)
  expect(recentLines()).toHaveLength(200)
  expect(recentLines().at(-1)).toBe('line 299')
  keepLine('x'.repeat(200_000))
  expect(recentLines().at(-1)).toBe('line 299')
  for (let count = 0; count < 10; count++) keepLine('ß'.repeat(20_000))
  expect(Buffer.byteLength(recentLines().join(''))).toBeLessThanOrEqual(100_000)
})

test.runIf(inject('server').admin)('a superuser’s look reads the tables too', async () => {
  const database = new URL(url).pathname.slice(1)
  rememberOpened({ connection: { connectionString: url }, admin: { ...inject('server').admin, database } })
  expect(await codes()).toContain('good tables')
})
