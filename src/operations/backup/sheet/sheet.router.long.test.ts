import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openByWords } from '#base/auth/recovery/eight-words.server.ts'
import { isPhrase } from '#base/auth/recovery/recovery-phrase.server.ts'
import { flushSecurityEvents } from '#base/auth/security/security-log.server.ts'
import { readBackupInfo } from '#base/db/backup/backup-file.server.ts'
import { placePackage, hasPackageBeside } from '#base/db/backup/second-folder/package-beside.server.ts'
import { makeBackup } from '#base/db/backup/make-backup.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { authSecret } from '#base/env/secret.server.ts'
import { readAfterRestore } from '../shared/after-restore.server.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { now } from '#base/lib/clock.ts'
import { as, signedIn } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aUser } from '#test/factories.ts'
import { sheetRouter } from './sheet.router.server.ts'

const { url } = useDatabase()
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maktaba-sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

const headerOf = async () => {
  const file = join(folder, 'library.maktaba')
  await makeBackup({ connectionString: url }, file)
  return (await readBackupInfo(file)).header
}
const kept = async () => (await db.select().from(recovery))[0]

describe('the eight words', () => {
  test('are shown to an admin who has just proven who it is, and to nobody else', async () => {
    for (const part of ['reader', 'helper'] as const)
      await expect((await as(part)).call(sheetRouter.words, undefined)).rejects.toMatchObject({ status: 403 })
    const thief = await signedIn(await aUser({ role: 'admin' }), { authenticatedAt: null })
    for (const procedure of [sheetRouter.words, sheetRouter.renew])
      await expect(thief.call(procedure, undefined)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' })
    await expect(thief.call(sheetRouter.setPhrase, { phrase: 'a phrase of the thief' })).rejects.toMatchObject({
      code: 'SESSION_EXPIRED',
    })
    expect(await kept()).toBeUndefined()
    expect((await headerOf()).secret).toBeUndefined()
  })

  test('stay the same, open the secret in each backup from then on, and are nowhere in the clear', async () => {
    const owner = await as('manager')
    const { words } = await owner.call(sheetRouter.words, undefined)
    expect(words).toHaveLength(8)
    expect(await owner.call(sheetRouter.words, undefined)).toEqual({ words })
    const { secret } = await headerOf()
    expect(await openByWords(words, secret)).toBe(authSecret())
    expect(await openByWords(words.toReversed(), secret)).toBeUndefined()
    expect(await openByWords(words, { ...Object(secret), box: '' })).toBeUndefined()
    const bytes = (await readFile(join(folder, 'library.maktaba'))).toString('latin1')
    expect([bytes.includes(words.join(' ')), bytes.includes(authSecret())]).toEqual([false, false])
    await flushSecurityEvents()
    const [event] = await db.select().from(securityEvent).where(eq(securityEvent.kind, 'recovery'))
    expect(event).toMatchObject({ userId: owner.user.id, details: { what: 'shown' } })
  })

  test('can be made anew, in French for who reads French', async () => {
    const owner = await as('manager')
    const before = await owner.call(sheetRouter.words, undefined)
    const after = await withLocale('fr', () => owner.call(sheetRouter.renew, undefined))
    expect(after).not.toEqual(before)
    const { secret } = await headerOf()
    expect(await openByWords(before.words, secret)).toBeUndefined()
    const typed = after.words.map((word) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase())
    expect(await openByWords(typed, secret)).toBe(authSecret())
  })

  test('of another secret are of no use: others are made', async () => {
    const owner = await as('manager')
    await db.update(recovery).set({ words: 'sealed by another' })
    expect((await owner.call(sheetRouter.words, undefined)).words).toHaveLength(8)
  })
})

test('A recovery phrase is kept as a hash, of twelve characters at least, and can be removed', async () => {
  const owner = await as('manager')
  await expect(owner.call(sheetRouter.setPhrase, { phrase: ' too  short' })).rejects.toMatchObject({
    fields: { phrase: { key: 'validation_string_min' } },
  })
  await owner.call(sheetRouter.setPhrase, { phrase: 'Under the  old Fig tree' })
  const { phrase } = (await kept()) ?? {}
  expect(phrase).not.toContain('fig')
  expect(await isPhrase('under the old fig tree ', phrase ?? '')).toBe(true)
  expect(await isPhrase('under the old fig', phrase ?? '')).toBe(false)
  expect(await owner.call(sheetRouter.get, undefined)).toMatchObject({ hasPhrase: true, place: null, last: null })
  await owner.call(sheetRouter.setPhrase, { phrase: null })
  expect(await owner.call(sheetRouter.get, undefined)).toMatchObject({ hasPhrase: false })
})

test('What depended on the former computer is open until it is done or a manager says so', async () => {
  expect(await readAfterRestore()).toBeUndefined()
  await db.update(recovery).set({ restoredAt: now(), words: null })
  expect(await readAfterRestore()).toEqual(['passkey', 'second_folder', 'sheet'])
  const owner = await as('manager')
  await owner.call(sheetRouter.words, undefined)
  expect(await readAfterRestore()).toEqual(['passkey', 'second_folder'])
  await owner.call(sheetRouter.settle, undefined)
  expect(await readAfterRestore()).toBeUndefined()
})

test('The package of this version is copied beside the backups, once for each version', async () => {
  const { signal } = new AbortController()
  const installed = join(folder, 'installed.deb')
  await placePackage(folder, signal, installed)
  expect(await hasPackageBeside(folder)).toBe(false)
  await writeFile(installed, 'one')
  await placePackage(folder, signal, installed)
  const placed = join(folder, 'Maktaba', 'maktaba.deb')
  const { mtimeMs } = await stat(placed)
  await placePackage(folder, signal, installed)
  expect((await stat(placed)).mtimeMs).toBe(mtimeMs)
  await writeFile(installed, 'three')
  await placePackage(folder, signal, installed)
  expect(await readFile(placed, 'utf8')).toBe('three')
  // Somebody has deleted it.
  await rm(placed)
  await placePackage(folder, signal, installed)
  expect(await hasPackageBeside(folder)).toBe(true)
})
